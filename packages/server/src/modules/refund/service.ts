import type { Minor } from '@krapao/contract/money';
import type { Localized } from '../../content/fields.ts';
import type { RefundRule } from '../../content/refund-schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import { rewardsTurn } from '../../database/turns.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { daysOf, lastClosed, type Period } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { HasOpenBonus } from '../bonus/service.ts';
import { judgeRefund, type RefundDecision } from './judge.ts';
import {
  addPlay,
  addRefund,
  listRefunds,
  readPlay,
  readStanding,
  takePlay,
  type Played,
  type RefundRow,
} from './repo.ts';

/** Refund that can be received now. The amount is in minor units; percentages as configured. */
export interface RefundCheck extends RefundDecision {
  hasOpenBonus: boolean;
  info: string;
  percent: number;
}

/** Refunds a share of the losses of the last completed day or week. */
export class RefundService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #clock: Clock;
  readonly #hasOpenBonus: HasOpenBonus;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    content: ContentStore;
    clock: Clock;
    hasOpenBonus: HasOpenBonus;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#clock = parts.clock;
    this.#hasOpenBonus = parts.hasOpenBonus;
  }

  /** Records play, in the transaction that first reports it. */
  recordPlay(tx: Tx, played: readonly Played[]): Promise<void> {
    return addPlay(tx, played, this.#clock.now());
  }

  async check(member: Member, language: Language): Promise<RefundCheck> {
    const { refund: rule } = await this.#content.get();
    const now = this.#clock.now();
    const period = lastClosed(rule.period, now);
    const { queries } = this.#database;
    const [standing, play, hasOpenBonus] = await Promise.all([
      readStanding(queries, member, period),
      readPlay(queries, member.id, period),
      this.#hasOpenBonus(queries, member.id),
    ]);
    const { currency } = member;
    return {
      ...judgeRefund({ rule, currency, period, now, ...standing, ...play, hasOpenBonus }),
      hasOpenBonus,
      info: infoOf(rule, period, language),
      percent: rule.percent,
    };
  }

  /**
   * Credits the refund of the last period, in full and only once.
   * @returns the amount
   * @throws AppError REFUND_INACTIVE, NO_REFUND, REFUND_MINIMUM, REFUND_CONDITION, CREDIT_UNKNOWN,
   *   BONUS_REMAINING, REQUEST_LIMIT
   */
  async receive(member: Member): Promise<Minor> {
    const { refund: rule } = await this.#content.get();
    const { currency } = member;
    const house = await this.#ledger.house('bonus', currency);
    const now = this.#clock.now();
    const period = lastClosed(rule.period, now);
    const id = newId();
    return this.#database.transactionInTurn([rewardsTurn(member.id)], async (tx) => {
      // Locks the wallet before the play rows. A report that waits for those rows must not end up waiting for
      // a wallet.
      await this.#ledger.lock(tx, member.walletAccount);
      const standing = await readStanding(tx, member, period);
      const play = await takePlay(tx, member.id, period, id);
      const hasOpenBonus = await this.#hasOpenBonus(tx, member.id);
      const decision = judgeRefund({ rule, currency, period, now, ...standing, ...play, hasOpenBonus });
      if (decision.refusal) throw new AppError(decision.refusal);
      const { amount } = decision;
      await addRefund(tx, { id, memberId: member.id, period, netLoss: play.netLoss, amount });
      const { outcome } = await this.#ledger.submitIn(tx, {
        id,
        debit: house,
        credit: member.walletAccount,
        amount,
        kind: 'bonus',
        pending: false,
        detail: { link: 'refund', ...described(rule.name, period) },
      });
      if (outcome !== 'created') throw new Error(`refund ${id}: its transfer ended ${outcome}`);
      return amount;
    });
  }

  /** Returns the refunds the member has received, newest first. */
  list(member: Member, page: number, limit: number): Promise<{ total: number; refunds: RefundRow[] }> {
    return listRefunds(this.#database.queries, member.id, page, limit);
  }
}

/** Returns the first and last date of a period, and the period as one or two dates for display. */
function datesOf(period: Period): { from: string; to: string; days: string } {
  const dates = daysOf(period).map((day) => day.split('-').reverse().join('/'));
  const [from, to] = [dates.at(0) ?? '', dates.at(-1) ?? ''];
  return { from, to, days: from === to ? from : `${from}–${to}` };
}

function infoOf(rule: RefundRule, period: Period, language: Language): string {
  const { from, to, days } = datesOf(period);
  return rule.info[language]
    .replaceAll('{percent}', `${rule.percent}%`)
    .replaceAll('{days}', days)
    .replaceAll('{from}', from)
    .replaceAll('{to}', to);
}

function described(name: Localized, period: Period): Localized {
  const { days } = datesOf(period);
  return { th: `${name.th} ${days}`, la: `${name.la} ${days}`, en: `${name.en} ${days}` };
}
