import { assemble } from '../gallery/fixtures.ts';
import { assembleInLaos } from '../gallery/laos-fixtures.ts';
import { Api } from '../support/api.ts';
import { Channels, OPERATOR } from '../support/channels.ts';
import { Desk } from '../support/desk.ts';
import type { Dice } from '../support/dice.ts';
import { deposit, newLaoPerson, newPerson, register, type Member } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';

/**
 * State of a player: a history and money, nothing, movements in progress, or money in suspense; `visitor`
 * never logs in.
 */
export const STATES = ['rich', 'empty', 'pending', 'suspended', 'visitor'] as const;
export type PlayerState = (typeof STATES)[number];

/** A member or prospective member whose app the monkey presses. */
export class Player {
  readonly stack: Stack;
  readonly counterparties: Counterparties;
  readonly channels: Channels;
  readonly desk: Desk;
  readonly isInLaos: boolean;
  readonly state: PlayerState;
  member: Member;
  /** Phone typed last: a code may have been sent there. */
  #lastPhone = '';

  constructor(stack: Stack, state: PlayerState, isInLaos: boolean, member: Member) {
    this.stack = stack;
    this.counterparties = new Counterparties(stack.sandbox.url);
    this.channels = new Channels(stack.sandbox.url);
    this.desk = new Desk(stack.sandbox.url);
    this.state = state;
    this.isInLaos = isInLaos;
    this.member = member;
  }

  get password(): string {
    return this.member.password;
  }

  /** Returns a phone to type: the member's own, or a new one. */
  phone(dice: Dice): string {
    const digits = String(dice.between(10_000_000, 99_999_999));
    const fresh = this.isInLaos ? `020${digits}` : `08${digits}`;
    this.#lastPhone = this.state !== 'visitor' && dice.between(1, 2) === 1 ? this.member.username : fresh;
    return this.#lastPhone;
  }

  /** Returns the newest code sent to the phone typed last; an invalid six-digit code where there was none. */
  async codeSent(): Promise<string> {
    return this.counterparties.codeOf(this.#lastPhone).catch(() => '000000');
  }

  giftLink(): Promise<string> {
    return this.channels.gift({ amount: 20 });
  }

  /**
   * Logs in on another device.
   * @returns a new session's token; that of another member where the password has been changed meanwhile
   */
  async newSession(): Promise<string> {
    const { username, password } = this.member;
    const stranger = new Api(this.stack.url);
    const { status, body } = await stranger.send('POST /api/login', { body: { username, password } });
    if (status === 200) return (body as { token: string }).token;
    this.member = await newMember(this.stack, this.counterparties, this.isInLaos);
    return this.member.api.token ?? '';
  }

  /** Logs out everywhere, from another device. */
  async logOutEverywhere(): Promise<void> {
    const token = await this.newSession();
    await new Api(this.stack.url, token).send('DELETE /api/account/sessions');
  }

  /**
   * Returns a slip of a transfer to the operator by this member's bank; undefined where the bank prints none.
   */
  async slip(amount: number): Promise<Buffer | undefined> {
    if (this.isInLaos) return undefined;
    const { reference, slipUrl } = await this.channels.bankTransfer({
      ...sender(this.member),
      toAccountNo: OPERATOR.bankAccounts[0],
      amount,
    });
    return slipUrl ? Buffer.from(await this.channels.slip(reference)) : undefined;
  }
}

const sender = ({ bankCode, bankAccountNo, bankAccountName }: Member) => ({
  fromBankCode: bankCode,
  fromAccountNo: bankAccountNo,
  fromName: bankAccountName,
});

const newMember = (stack: Stack, counterparties: Counterparties, isInLaos: boolean): Promise<Member> =>
  register(stack.url, counterparties, isInLaos ? newLaoPerson() : newPerson({ name: 'Somying Rakgame' }));

/** Creates a player in a state. */
export async function newPlayer(stack: Stack, state: PlayerState, isInLaos: boolean): Promise<Player> {
  const counterparties = new Counterparties(stack.sandbox.url);
  if (state === 'rich') {
    const { member } = await (isInLaos ? assembleInLaos(stack) : assemble(stack, { talks: false }));
    return new Player(stack, state, isInLaos, member);
  }
  const player = new Player(stack, state, isInLaos, await newMember(stack, counterparties, isInLaos));
  if (!isInLaos && state === 'pending') await leaveUnderWay(player);
  if (!isInLaos && state === 'suspended') await leaveInSuspense(player);
  return player;
}

/** Creates a finished deposit, a withdrawal at the bank, an unpaid QR, and a transfer without an answer. */
async function leaveUnderWay({ member, counterparties }: Player): Promise<void> {
  await deposit(member, counterparties, 900);
  await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } });
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
  await member.api.ok('POST /api/qrcode/:provider', { params: { provider: 'FP' }, body: { amount: 75 } });
  await counterparties.fault({ port: 'provider', kind: 'timeout_after_commit', rate: 1 });
  await member.api.send('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 120 } });
}

/** Creates suspense deposits: from an account of no member, and below the minimum deposit. */
async function leaveInSuspense({ member, channels }: Player): Promise<void> {
  const toAccountNo = OPERATOR.bankAccounts[0];
  const stranger = { ...sender(member), fromAccountNo: '9998887776', fromName: 'NOBODY KNOWN' };
  await channels.bankTransfer({ ...stranger, toAccountNo, amount: 77 });
  await channels.bankTransfer({ ...sender(member), toAccountNo, amount: 0.5 });
  await channels.walletTransfer({ fromPhone: member.username, toWallet: OPERATOR.ewallet, amount: 1 });
}
