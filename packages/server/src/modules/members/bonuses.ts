import { toWire, type Minor } from '@krapao/contract/money';
import type { BONUS_STATES } from '@krapao/contract/staff/member-sections';
import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { cutPage, placeAfter, type ListPlace } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { findWallet } from '../account/queries.ts';
import type { BonusService } from '../bonus/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';

interface Row {
  id: string;
  source: 'bonus' | 'promotion';
  code: string;
  name: Record<string, string> | null;
  state: (typeof BONUS_STATES)[number];
  amount: Minor;
  deposit: Minor;
  turnoverNeeded: Minor;
  turnoverDone: Minor;
  winLoss: Minor;
  cost: Minor;
  activatedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

async function readBonuses(queries: Queries, memberId: string, { after, most }: ListPlace): Promise<Row[]> {
  const place = after
    ? sql`and (activated_at, id) < (select activated_at, id from user_bonus where id = ${after} and member_id = ${memberId})`
    : sql``;
  const { rows } = await sql<Row>`
    select id, source, code, terms -> 'name' as name, state, bonus_amount as amount, deposit_amount as deposit,
        turnover_needed as "turnoverNeeded", turnover_done as "turnoverDone", win_loss as "winLoss", cost,
        activated_at as "activatedAt", expires_at as "expiresAt", ended_at as "endedAt"
      from user_bonus where member_id = ${memberId} ${place}
      order by activated_at desc, id desc limit ${most}`.execute(queries);
  return rows;
}

/** Refusals of the member's own cancelling that staff are told, too. */
const TOLD = ['NO_DATA', 'BONUS_CONDITION', 'CREDIT_UNKNOWN', 'REQUEST_LIMIT'] as const;

/** A member's bonuses, as staff see and cancel them. */
export class MemberBonuses {
  readonly #database: Database;
  readonly #bonuses: BonusService;

  constructor(parts: { database: Database; bonuses: BonusService }) {
    this.#database = parts.database;
    this.#bonuses = parts.bonuses;
  }

  /** Lists bonuses and promotions taken, newest first, a page at a time. */
  async list(memberId: string, after: string | undefined) {
    const { page, next } = cutPage(await readBonuses(this.#database.queries, memberId, placeAfter(after)));
    const items = [];
    for (const row of page) items.push(toShown(row, await this.#costOf(memberId, row)));
    return { items, next };
  }

  /**
   * Ends an open bonus by the rules of the member's own cancelling, and records it in the same transaction.
   * @returns the amount taken back
   * @throws StaffError NO_DATA: it has ended; BONUS_CONDITION, CREDIT_UNKNOWN
   */
  async cancel(actor: Actor, memberId: string, bonusId: string, reason: string): Promise<Minor> {
    const holder = { id: memberId, ...(await findWallet(this.#database.queries, memberId)) };
    const act = {
      actor,
      action: 'bonus.cancel',
      subject: `member ${memberId}`,
      outcome: 'done',
      reason,
    } as const;
    const ended = this.#bonuses.clear(holder, {
      bonusId,
      record: (tx, { bonus, state, cost }) =>
        recordAct(tx, {
          ...act,
          before: { bonusId, code: bonus.code, state: bonus.state, amount: toWire(bonus.bonusAmount) },
          after: { state, cost: toWire(cost) },
        }),
    });
    return ended.catch((error: unknown) => {
      const code = error instanceof AppError && TOLD.find((told) => told === error.code);
      throw code ? new StaffError(code, { cause: error }) : error;
    });
  }

  /** One bonus at most is open. */
  async #costOf(memberId: string, row: Row): Promise<Minor> {
    if (row.endedAt) return row.cost;
    const open = await this.#bonuses.findOpenNow(memberId);
    if (open?.id !== row.id) return row.cost;
    const holder = { id: memberId, ...(await findWallet(this.#database.queries, memberId)) };
    return this.#bonuses.likelyCost(holder, open);
  }
}

const toShown = (row: Row, cost: Minor) => ({
  id: row.id,
  source: row.source,
  code: row.code,
  name: row.name ?? {},
  state: row.state,
  amount: toWire(row.amount),
  deposit: toWire(row.deposit),
  turnoverNeeded: toWire(row.turnoverNeeded),
  turnoverDone: toWire(row.turnoverDone),
  winLoss: toWire(row.winLoss),
  cost: toWire(cost),
  activatedAt: row.activatedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
