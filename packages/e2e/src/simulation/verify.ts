import type { ProviderTransfer } from '../support/counterparties.ts';
import { wholeStatement } from '../support/member.ts';
import { satangOf, type Inflow, type Owner } from './expectations.ts';
import { BY_BALANCE, providerOf } from './vocabulary.ts';
import type { Actor, World } from './world.ts';

type Row = Awaited<ReturnType<typeof wholeStatement>>[number];

/** Final state of the ledger, as members and the operator see it. */
interface Shown {
  statements: readonly (readonly Row[])[];
  /** Amounts of the deposits in suspense, satang; undefined while unread. */
  suspense: readonly bigint[] | undefined;
}

/**
 * Compares all actions with the ledger's state, without the ledger's own code: the owner of each inflow, the
 * balance of every wallet and game, and the payouts.
 * @param suspense amounts of the deposits in suspense, satang; left out, the suspense is not checked
 * @returns mismatches, a line each
 */
export async function verify(world: World, suspense?: readonly bigint[]): Promise<string[]> {
  // One after another: thousands of requests at once get no answer.
  const statements: Row[][] = [];
  for (const { api } of world.actors) statements.push(await wholeStatement(api));
  const shown: Shown = { statements, suspense };
  const problems = compareInflows(world, await withGifts(world), shown);
  for (const actor of world.actors)
    problems.push(...(await compareActor(world, actor, statements[actor.no] ?? [])));
  return problems;
}

/** Returns the inflows including gift links: a link came in if our wallet has a ticket of it. */
async function withGifts({ channels, expectations }: World): Promise<Inflow[]> {
  const gifts: Inflow[] = [];
  for (const [link, claimants] of expectations.gifts) {
    const baht = await channels.ticketOf(link);
    if (baht !== null) gifts.push({ what: `gift ${link}`, satang: satangOf(baht), owners: [...claimants] });
  }
  return [...expectations.inflows, ...gifts];
}

function compareInflows(world: World, inflows: readonly Inflow[], { statements, suspense }: Shown): string[] {
  const problems: string[] = [];
  const left = new Map<Owner, bigint[]>([['suspense', [...(suspense ?? [])]]]);
  for (const { no } of world.actors) {
    const deposits = (statements[no] ?? []).filter(({ statementType }) => statementType === 'deposit');
    left.set(
      no,
      deposits.map(({ amount }) => satangOf(amount)),
    );
  }
  const take = (owner: Owner, satang: bigint): boolean => {
    const amounts = left.get(owner);
    const at = amounts?.indexOf(satang) ?? -1;
    if (at >= 0) amounts?.splice(at, 1);
    return at >= 0;
  };
  // Inflows with a single candidate go first; the others are matched with the rest.
  for (const { what, satang, owners } of inflows.toSorted((a, b) => a.owners.length - b.owners.length)) {
    const mayBeUnseen = suspense === undefined && owners.includes('suspense');
    if (!owners.some((owner) => take(owner, satang)) && !mayBeUnseen) {
      problems.push(
        `${what}: ${satang} satang for ${owners.map((owner) => nameOf(world, owner)).join(' or ')} never arrived`,
      );
    }
  }
  for (const [owner, amounts] of left) {
    for (const satang of amounts)
      problems.push(`${nameOf(world, owner)} was credited ${satang} satang that nobody sent`);
  }
  return problems;
}

const nameOf = ({ actors }: World, owner: Owner): string =>
  owner === 'suspense' ? owner : (actors[owner]?.username ?? String(owner));

async function compareActor(world: World, actor: Actor, rows: readonly Row[]): Promise<string[]> {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${actor.username}: ${problem}`);
  const pending = rows.filter(({ status }) => status === 'PENDING');
  if (pending.length > 0) say(`${pending.length} movements are pending, the first ${pending[0]?._id}`);

  const { wallet } = await actor.api.ok('GET /api/wallet');
  const sum = rows.reduce((total, row) => total + effectOf(row), 0n);
  if (satangOf(wallet.amount) !== sum) say(`wallet holds ${wallet.amount}, its movements make ${sum} satang`);
  if (wallet.amount < 0) say(`wallet is below zero`);

  for (const [game, username] of Object.entries(actor.usernames)) {
    for (const problem of await compareGame(world, game, username, rows)) say(problem);
  }
  comparePayouts(world, actor, rows, say);
  return problems;
}

/** Returns a movement's effect on the wallet, satang. */
function effectOf({ statementType, from, amount, status }: Row): bigint {
  if (status === 'FAILED') return 0n;
  const isIn =
    statementType === 'deposit' ||
    statementType === 'bonus' ||
    (statementType === 'transfer' && from !== 'WALLET');
  // A pending inflow is not there yet; a pending outflow is already gone.
  if (isIn) return status === 'SUCCESS' ? satangOf(amount) : 0n;
  return -satangOf(amount);
}

async function compareGame(
  { counterparties }: World,
  game: string,
  username: string,
  rows: readonly Row[],
): Promise<string[]> {
  const problems: string[] = [];
  const player = await counterparties.player(username, providerOf(game));
  const done = player.transfers.filter(({ status }) => status === 'done');
  const ours = rows.filter(
    (row) => row.statementType === 'transfer' && (row.from === game || row.to === game),
  );
  const isByBalance = BY_BALANCE.some((one) => one === game);
  problems.push(...(isByBalance ? compareMoves(game, done, ours) : compareReferences(game, done, ours)));

  const moved = done.reduce(
    (total, { type, amount }) => total + (type === 'deposit' ? satangOf(amount) : -satangOf(amount)),
    0n,
  );
  if (moved + BigInt(Math.round(player.winLoss * 100)) !== satangOf(player.balance)) {
    problems.push(`${game} holds ${player.balance}; moved ${moved} satang, won ${player.winLoss}`);
  }
  return problems;
}

/** Returns a move's direction and amount, the same text here and there. */
const moveOf = ({ from, amount }: Row): string =>
  `${from === 'WALLET' ? 'deposit' : 'withdraw'} of ${amount}`;

/** Compares moves without references: there are as many of each here as there. */
function compareMoves(game: string, done: readonly ProviderTransfer[], ours: readonly Row[]): string[] {
  const sorted = (moves: readonly string[]) => moves.toSorted().join(', ');
  const here = sorted(ours.filter(({ status }) => status === 'SUCCESS').map(moveOf));
  const there = sorted(done.map(({ type, amount }) => `${type} of ${amount}`));
  return here === there ? [] : [`${game} has ${there || 'nothing'}, here is ${here || 'nothing'}`];
}

/** Compares moves by our references. */
function compareReferences(game: string, done: readonly ProviderTransfer[], ours: readonly Row[]): string[] {
  const problems: string[] = [];
  const theirs = new Map(done.map(({ reference, type, amount }) => [reference, `${type} of ${amount}`]));
  for (const row of ours) {
    const { _id, status } = row;
    const here = moveOf(row);
    const there = theirs.get(_id);
    theirs.delete(_id);
    if (status === 'SUCCESS' && there !== here)
      problems.push(`${_id} is a ${here} here, ${there ?? 'nothing'} at ${game}`);
    if (status === 'FAILED' && there) problems.push(`${_id} failed here, is a ${there} at ${game}`);
  }
  for (const [reference, there] of theirs)
    problems.push(`${reference} is a ${there} at ${game}, nothing here`);
  return problems;
}

function comparePayouts(
  { expectations }: World,
  actor: Actor,
  rows: readonly Row[],
  say: (problem: string) => void,
): void {
  const paid = [...expectations.payouts.values()].filter(
    ({ accountNo, state }) => accountNo === actor.bankAccountNo && state === 'done',
  );
  const ours = rows.filter(
    ({ statementType, status }) => statementType === 'withdraw' && status === 'SUCCESS',
  );
  const sorted = (amounts: bigint[]) => amounts.toSorted((a, b) => Number(a - b)).join(' ');
  const here = sorted(ours.map(({ amount }) => satangOf(amount)));
  const there = sorted(paid.map(({ satang }) => satang));
  if (here !== there) say(`withdrew ${here || 'nothing'}, the bank paid ${there || 'nothing'}`);
}
