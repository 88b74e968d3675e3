import { Api } from './api.ts';
import type { Counterparties } from './counterparties.ts';
import { until } from './until.ts';

export interface Person {
  name: string;
  username: string;
  password: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency: 'BAHT' | 'LAK';
}

/** A registered member with a session. */
export interface Member extends Person {
  api: Api;
}

// Far enough from the demonstration's members that no two people share a phone or an account.
let nextPerson = 40_000_000;

/** Returns a person who is not a member yet, with their own phone and bank account. */
export function newPerson(part: Partial<Person> = {}): Person {
  const digits = String((nextPerson += 1));
  return {
    name: 'สมหญิง รักเกม',
    username: `09${digits}`,
    password: 'krapao-1234',
    sourceCode: '',
    inviteCode: '',
    bankCode: 'SCB',
    // A unique name: where a bank masks account numbers, the name identifies the person.
    bankAccountName: `${inLetters(digits)} RAKGAME`,
    bankAccountNo: `44${digits}`,
    currency: 'BAHT',
    ...part,
  };
}

/** Returns a person in Laos who is not a member yet: a Lao phone, an account at BCEL, money in kip. */
export function newLaoPerson(): Person {
  const { username } = newPerson();
  const digits = username.slice(2);
  return newPerson({
    name: 'Khamla Rakgame',
    username: `020${digits}`,
    bankCode: 'BCEL',
    bankAccountNo: `0101200${digits}`,
    currency: 'LAK',
  });
}

const inLetters = (digits: string): string =>
  digits.replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');

/** Verifies a phone by the code sent to it. */
export async function verifyPhone(
  serverUrl: string,
  counterparties: Counterparties,
  phoneNumber: string,
): Promise<void> {
  const api = new Api(serverUrl);
  const { otpToken } = await api.ok('POST /api/otp/send', { body: { phoneNumber } });
  const otpCode = await counterparties.codeOf(phoneNumber);
  await api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
}

/** Registers a person and logs them in. */
export async function register(
  serverUrl: string,
  counterparties: Counterparties,
  person = newPerson(),
): Promise<Member> {
  const stranger = new Api(serverUrl);
  await verifyPhone(serverUrl, counterparties, person.username);
  await stranger.ok('POST /api/account', { body: person });
  const { username, password } = person;
  const { token } = await stranger.ok('POST /api/login', { body: { username, password } });
  return { ...person, api: new Api(serverUrl, token) };
}

/** Deposits by QR; returns once the money is credited. */
export async function deposit(member: Member, counterparties: Counterparties, amount: number): Promise<void> {
  const before = await walletAmount(member.api);
  const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
    params: { provider: 'KBANK' },
    body: { amount },
  });
  await counterparties.pay(qrcodeId);
  await until(`${amount} arrive`, 15_000, async () => (await walletAmount(member.api)) === before + amount);
}

/** Registers a member with 500 baht whose payouts wait: the name of the bank account has just changed. */
export async function registerDelayed(serverUrl: string, counterparties: Counterparties): Promise<Member> {
  const member = await register(serverUrl, counterparties);
  await deposit(member, counterparties, 500);
  await member.api.ok('PUT /api/account/bankAccountName', {
    body: { bankCode: member.bankCode, bankAccountName: 'SOMYING RAKGAMES' },
  });
  return member;
}

/** A member with a game account. */
export interface Player extends Member {
  pgUsername: string;
}

/** Registers a member whose deposits may be 100 a month, and pays in that and the amount that is held. */
export async function registerWithHeld(
  serverUrl: string,
  counterparties: Counterparties,
  held: number,
): Promise<Member> {
  const member = await register(serverUrl, counterparties);
  const body = { kind: 'deposit', period: 'month', amount: 100 } as const;
  await member.api.ok('PUT /api/protection/limits', { body });
  const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
    params: { provider: 'KBANK' },
    body: { amount: 10 },
  });
  await counterparties.pay(qrcodeId, 100 + held);
  await until('the rest is held', 15_000, async () => {
    return (await member.api.ok('GET /api/protection')).held === held;
  });
  return member;
}

/** Registers a person with money in the main wallet and a PG account. */
export async function registerPlayer(
  serverUrl: string,
  counterparties: Counterparties,
  amount: number,
): Promise<Player> {
  const member = await register(serverUrl, counterparties);
  await deposit(member, counterparties, amount);
  return { ...member, pgUsername: await openGame(member, 'PG') };
}

/** Opens an account at a game. @returns the user name there */
export async function openGame({ api }: Member, slotCode: string): Promise<string> {
  const params = { slotCode };
  await api.ok('GET /api/wallet/activate/:slotCode', { params });
  return (await api.ok('GET /api/wallet/account/:slotCode', { params })).username;
}

export async function walletAmount(api: Api): Promise<number> {
  return (await api.ok('GET /api/wallet')).wallet.amount;
}

/** Moves credit between main wallet and PG. */
export function move(player: Player, direction: 'in' | 'out', amount: number, signal?: AbortSignal) {
  const [from, to] = direction === 'in' ? ['WALLET', 'PG'] : ['PG', 'WALLET'];
  return player.api.ok('POST /api/wallet/transfer', {
    body: { from, to, amount },
    ...(signal ? { signal } : {}),
  });
}

/** Returns every row of the member's statement, newest first. */
export async function wholeStatement(api: Api) {
  const limit = 100;
  const rows = [];
  for (let page = 1; ; page += 1) {
    const { statements, total } = await api.ok('POST /api/statement', { body: { page, limit } });
    rows.push(...statements);
    if (statements.length === 0 || rows.length >= total) return rows;
  }
}
