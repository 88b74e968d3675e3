import { randomUUID } from 'node:crypto';
import { Channels, OPERATOR, uploadSlip } from '../support/channels.ts';
import { deposit, register, registerPlayer, type Player } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import { noteSecret } from '../support/secrets.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import type { Names, Sender } from './request.ts';
import { transferOf } from '../support/slips.ts';

/** Placeholder for every password in requests; the logs are searched for it afterwards. */
export const FUZZ_SECRET = 'fuzz-secret-7f3a91';

/** Senders of the requests, and owners of the things in them. */
export interface Fixtures {
  players: readonly Player[];
  victim: Player;
  /** Member whose session the requests may end. */
  leaver: Player;
  names: Names;
}

const PLAYERS = 8;
const BAHT_EACH = 50_000;

/**
 * Creates members with money and a game, and one with a thing of every kind that no other member may touch.
 */
export async function assemble(stack: Stack): Promise<Fixtures> {
  const counterparties = new Counterparties(stack.sandbox.url);
  noteSecret(FUZZ_SECRET);
  const players: Player[] = [];
  for (let no = 0; no < PLAYERS; no += 1)
    players.push(await registerPlayer(stack.url, counterparties, BAHT_EACH));
  const victim = await registerPlayer(stack.url, counterparties, 1_000);
  const leaver = { ...(await register(stack.url, counterparties)), pgUsername: '' };
  const first = players[0];
  if (!first) throw new Error('nobody plays');
  return { players, victim, leaver, names: await namesOf(stack, counterparties, first, victim) };
}

async function namesOf(
  stack: Stack,
  counterparties: Counterparties,
  player: Player,
  victim: Player,
): Promise<Names> {
  const params = { provider: 'KBANK' } as const;
  const qr = await player.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 7 } });
  const victimQr = await victim.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 9 } });
  await deposit(victim, counterparties, 11);
  const withdrawal = await victim.api.ok('POST /api/wallet/withdraw', { body: { amount: 120 } });
  const own = await player.api.ok('POST /api/wallet/withdraw', { body: { amount: 103 } });
  const [{ profile: me }, { profile: they }] = [
    await player.api.ok('GET /api/account/profile'),
    await victim.api.ok('GET /api/account/profile'),
  ];
  const [session] = await victim.api.ok('GET /api/account/sessions');
  await paid(counterparties, victim, withdrawal._id);
  return {
    phone: player.username,
    victimPhone: victim.username,
    gameUsername: player.pgUsername,
    victimGameUsername: victim.pgUsername,
    gamePassword: FUZZ_SECRET,
    secret: FUZZ_SECRET,
    qrcodeId: qr.qrcodeId,
    victimQrcodeId: victimQr.qrcodeId,
    transferId: own._id,
    victimTransferId: withdrawal._id,
    victimSessionId: session?._id ?? '',
    victimReference: await slipReference(stack, victim),
    victimId: they._id,
    memberId: me._id,
    guestId: randomUUID(),
  };
}

/** Waits until a withdrawal is with the bank, makes the bank pay it, and waits until the server knows. */
async function paid(counterparties: Counterparties, member: Player, transferId: string): Promise<void> {
  await until('the withdrawal is paid', 20_000, async () => {
    await payOut(counterparties, member.bankAccountNo);
    const { status } = await member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
    return status !== 'PENDING';
  });
}

/** Makes the bank pay all waiting payouts of an account. */
export async function payOut(counterparties: Counterparties, accountNo: string): Promise<void> {
  for (const { id, state } of await counterparties.payoutsTo(accountNo)) {
    if (state === 'accepted') await counterparties.decidePayout(id, 'done');
  }
}

/** Sends a slip as the victim. @returns its reference */
async function slipReference(stack: Stack, victim: Player): Promise<string> {
  const channels = new Channels(stack.sandbox.url);
  const reference = await transferOf(channels, victim, 40, { toAccountNo: OPERATOR.bankAccounts[0] });
  await uploadSlip(stack.url, victim.api.token, await channels.slip(reference));
  await until('the slip is looked at', 60_000, async () => {
    const { slips } = await victim.api.ok('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
    return slips.every(({ step }) => step === 'done');
  });
  return reference;
}

/** Returns the session of a request. */
export function tokenOf({ players, leaver }: Fixtures, as: Sender, no: number): string | undefined {
  if (as === 'stranger') return undefined;
  return as === 'leaver' ? leaver.api.token : players[no % players.length]?.api.token;
}

/** Returns the values of the names in a request of that player. */
export function namesFor({ players, names }: Fixtures, no: number): Names {
  const player = players[no % players.length];
  return player ? { ...names, phone: player.username, gameUsername: player.pgUsername } : names;
}
