import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runAudit } from './support/audit.ts';
import { Dice, seedOf } from './support/dice.ts';
import { deposit, openGame, register, walletAmount, wholeStatement, type Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { LEFT_MS, startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** Size of a run; the environment can ask for a long one. */
const sizeOn = (database: 'postgres' | 'pglite') => ({
  transfers: Number(process.env.CRASH_TRANSFERS ?? 80),
  // PGlite takes seconds to start again.
  kills: Number(process.env.CRASH_KILLS ?? (database === 'pglite' ? 3 : 5)),
});
type Size = ReturnType<typeof sizeOn>;

/**
 * A game whose provider has refused transfers on record. At others, a refused one whose answer was lost waits for a
 * person.
 */
const GAME = 'USUN';

const AT_ONCE = 5;
const PLAYERS = 4;
const FUNDS = 1_000;

const SETTLED_WITHIN_MS = 60_000;
const RESTART_MS = 15_000;

interface Player extends Member {
  /** User name at the game. */
  gameName: string;
}

/** A transfer as reported to its caller: by an answer, by a refusal, or, when cut off, not at all. */
interface Told {
  player: Player;
  direction: 'in' | 'out';
  amount: number;
  answer: { _id: string; status: string } | undefined;
}

/** Makes transfers, {@link AT_ONCE} at a time, while the server is killed and restarted. */
class Workload {
  readonly told: Told[] = [];
  kills = 0;
  readonly #stack: Stack;
  readonly #players: readonly Player[];
  readonly #dice: Dice;
  readonly #transfers: number;
  /** Numbers of the transfers during which the server is killed. */
  readonly #killAt: Set<number>;
  #started = 0;
  #restarting: Promise<void> | undefined;

  constructor(stack: Stack, players: readonly Player[], dice: Dice, { transfers, kills }: Size) {
    this.#stack = stack;
    this.#players = players;
    this.#dice = dice;
    this.#transfers = transfers;
    this.#killAt = new Set();
    while (this.#killAt.size < kills) this.#killAt.add(dice.between(1, transfers));
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#worker()));
    await this.#restarting;
  }

  async #worker(): Promise<void> {
    while (this.#started < this.#transfers) {
      this.#started += 1;
      const isFatal = this.#killAt.has(this.#started);
      const pauseMs = this.#dice.between(0, 60);
      await this.#restarting;
      const transfer = this.#transfer();
      if (isFatal) await this.#killAfter(pauseMs);
      await transfer;
    }
  }

  async #killAfter(pauseMs: number): Promise<void> {
    await delay(pauseMs);
    // Several kills can coincide: each hits the server that the one before restarted.
    while (this.#restarting) await this.#restarting;
    this.kills += 1;
    this.#restarting = this.#killAndStart().finally(() => {
      this.#restarting = undefined;
    });
    await this.#restarting;
  }

  async #killAndStart(): Promise<void> {
    const { server, database } = this.#stack;
    await server.kill();
    // So that the next server settles, beside new transfers, those that this one left. PGlite would really wait.
    if (database) await this.#stack.pass(LEFT_MS);
    await server.start();
  }

  async #transfer(): Promise<void> {
    const player = this.#dice.pick(this.#players);
    const direction = this.#dice.pick(['in', 'in', 'out'] as const);
    const amount = this.#dice.between(100, 6_000) / 100;
    const answer = await move(player, direction, amount).catch(() => undefined);
    this.told.push({ player, direction, amount, answer });
  }
}

/** Registers a person with money in the main wallet and an account at the game. */
async function newPlayer(stack: Stack, counterparties: Counterparties): Promise<Player> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, FUNDS);
  return { ...member, gameName: await openGame(member, GAME) };
}

/** Moves credit between main wallet and game. */
function move({ api }: Player, direction: 'in' | 'out', amount: number) {
  const [from, to] = direction === 'in' ? ['WALLET', GAME] : [GAME, 'WALLET'];
  return api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });
}

/** Compares every movement of a player between wallet and game in the statement with the provider's. */
async function comparePlayer(player: Player, counterparties: Counterparties): Promise<void> {
  const rows = (await wholeStatement(player.api)).filter((row) => row.statementType === 'transfer');
  const ours = rows
    .filter((row) => row.status === 'SUCCESS')
    .map(({ _id, from, amount }) => `${_id} ${from === 'WALLET' ? 'deposit' : 'withdraw'} ${amount}`);
  const theirs = await counterparties.player(player.gameName, GAME);
  const done = theirs.transfers
    .filter((transfer) => transfer.status === 'done')
    .map(({ reference, type, amount }) => `${reference} ${type} ${amount}`);
  expect(ours.sort()).toEqual(done.sort());

  const known = new Set(rows.map((row) => row._id));
  expect(theirs.transfers.filter((transfer) => !known.has(transfer.reference))).toEqual([]);
  const satang = Math.round((await walletAmount(player.api)) * 100) + Math.round(theirs.balance * 100);
  expect(satang).toBe(FUNDS * 100);
}

async function expectAnswersTrue({ told }: Workload): Promise<void> {
  const statements = new Map<Player, Map<string, string>>();
  for (const { player, answer, amount } of told) {
    if (!answer) continue;
    let rows = statements.get(player);
    if (!rows) {
      rows = new Map(
        (await wholeStatement(player.api)).map((row) => [row._id, `${row.status} ${row.amount}`]),
      );
      statements.set(player, rows);
    }
    // 'In progress' may have ended either way; a reported success must be a success.
    const allowed = answer.status === 'PENDING' ? ['SUCCESS', 'FAILED'] : [answer.status];
    expect(allowed.map((status) => `${status} ${amount}`)).toContain(rows.get(answer._id));
  }
}

/** Returns the number of successful transfers whose caller got no answer, or 'in progress'. */
async function countRescued({ told }: Workload): Promise<number> {
  const answered = new Set(told.map(({ answer }) => answer?.status === 'SUCCESS' && answer._id));
  const players = new Set(told.map(({ player }) => player));
  const statements = await Promise.all([...players].map((player) => wholeStatement(player.api)));
  const moved = statements
    .flat()
    .filter(({ statementType, status }) => statementType === 'transfer' && status === 'SUCCESS');
  return moved.filter((row) => !answered.has(row._id)).length;
}

const allSettled = (players: readonly Player[]) =>
  until('every transfer settles', SETTLED_WITHIN_MS, async () => {
    const statements = await Promise.all(players.map((player) => wholeStatement(player.api)));
    return statements.flat().every((row) => row.status !== 'PENDING');
  });

describe.each(['postgres', 'pglite'] as const)('kill -9 during transfers on %s', (database) => {
  const size = sizeOn(database);
  const timeoutMs = 60_000 + SETTLED_WITHIN_MS + size.kills * RESTART_MS + size.transfers * 200;

  // PGlite takes seconds to start again.
  const options = { timeout: timeoutMs, tags: database === 'pglite' ? ['whole'] : [] };
  it('loses nothing, doubles nothing and leaves nothing hanging', options, async () => {
    const stack = await startStack({
      database,
      env: { RECONCILE_EVERY_MS: '100' },
    });
    onTestFinished(() => stack.stop());
    const counterparties = new Counterparties(stack.sandbox.url);
    const players = await Promise.all(
      Array.from({ length: PLAYERS }, () => newPlayer(stack, counterparties)),
    );
    // Slow enough that a kill often falls between the hold and the provider's answer.
    await counterparties.fault({ port: 'provider', kind: 'slow_ms', rate: 0.6, ms: 40 });

    const workload = new Workload(stack, players, new Dice(seedOf(1)), size);
    await workload.run();
    await counterparties.clearFaults();
    expect(workload.kills).toBe(size.kills);
    expect(workload.told).toHaveLength(size.transfers);

    await stack.pass(LEFT_MS);
    await allSettled(players);
    for (const player of players) await comparePlayer(player, counterparties);
    await expectAnswersTrue(workload);
    process.stdout.write(
      `${size.kills} kills, ${await countRescued(workload)} transfers finished after one\n`,
    );
    await stack.server.stop();
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
  });
});
