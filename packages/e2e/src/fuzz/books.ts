import { routes, type RouteKey } from '@krapao/contract/routes';
import { runAudit } from '../support/audit.ts';
import type { Database } from '../support/database.ts';
import { Counterparties } from '../support/counterparties.ts';
import { LEFT_MS, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { payOut, type Fixtures } from './fixtures.ts';
import type { Outcome } from './send.ts';
import type { FuzzRequest } from './request.ts';

/** Calls that answer with their own movement. */
const MOVING: readonly RouteKey[] = [
  'POST /api/wallet/transfer',
  'POST /api/wallet/transferAll',
  'POST /api/wallet/withdraw',
  'POST /api/wallet/withdrawAll',
];

const satangOf = (baht: number): bigint => BigInt(Math.round(baht * 100));

/** Money reported to the fuzzer: the movements that may exist, and no others. */
export class Recorded {
  readonly #movements = new Map<string, bigint>();
  readonly #collected: bigint[] = [];

  get size(): number {
    return this.#movements.size + this.#collected.length;
  }

  note(request: FuzzRequest, { status, body }: Outcome): void {
    if (status !== 200 || !request.key) return;
    if (MOVING.includes(request.key)) {
      const reply = routes['POST /api/wallet/withdraw'].response.safeParse(jsonOf(body));
      if (reply.success) this.#movements.set(reply.data._id, satangOf(reply.data.amount));
    }
    if (request.key === 'POST /api/wallet/collect') {
      const reply = routes['POST /api/wallet/collect'].response.safeParse(jsonOf(body));
      for (const { amount } of reply.data?.results ?? [])
        if (amount > 0) this.#collected.push(satangOf(amount));
    }
  }

  /** @returns unreported movements of the ledger, and reported ones that are missing */
  async compare(database: Database, fixtures: Fixtures, since: Date): Promise<string[]> {
    const rows = await database.query(
      `select t.id, t.amount, t.kind, t.state, house.code, onward.onward_id from ledger_transfer t
       join member m on m.wallet_account in (t.debit_account, t.credit_account)
       left join onward_transfer onward on onward.transfer_id = t.id
       left join ledger_account house on house.house and house.id in (t.debit_account, t.credit_account)
       where m.username = any($1) and t.created_at > $2`,
      [[...fixtures.players, fixtures.leaver].map(({ username }) => username), since],
    );
    const problems: string[] = [];
    const collected = [...this.#collected];
    const seen = new Set<string>();
    for (const row of rows) {
      const [id, amount] = [String(row['id']), BigInt(String(row['amount']))];
      // A transfer from game to game is two movements; only the second leg is reported.
      const told = this.#movements.get(id) ?? this.#movements.get(String(row['onward_id']));
      seen.add(id);
      // A movement refused by the other side moved no money and was answered as a refusal.
      const isUndone = told === undefined && row['state'] === 'voided';
      if (told === amount || isUndone) continue;
      const at = collected.indexOf(amount);
      if (told === undefined && at >= 0) collected.splice(at, 1);
      else
        problems.push(
          `${String(row['kind'])} ${id} (${String(row['state'])}) of ${amount} satang, of which was told ${String(told)}`,
        );
    }
    for (const id of this.#movements.keys())
      if (!seen.has(id)) problems.push(`${id} was told of and is not there`);
    return problems;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Waits until no movement is in progress, then audits as an operator does. @returns the auditor's last line
 */
export async function auditWhenSettled(
  stack: Stack,
  fixtures: Fixtures,
  database: Database,
): Promise<{ isClean: boolean; line: string }> {
  const counterparties = new Counterparties(stack.sandbox.url);
  await stack.pass(LEFT_MS);
  await until('every movement is settled', 120_000, async () => {
    for (const { bankAccountNo } of fixtures.players) await payOut(counterparties, bankAccountNo);
    const [row] = await database.query(
      `select count(*) as pending from ledger_transfer where state = 'pending'`,
    );
    return String(row?.['pending']) === '0';
  });
  const { exitCode, output } = await runAudit(stack.env);
  return { isClean: exitCode === 0, line: output.trim().split('\n').slice(-4).join('; ') };
}
