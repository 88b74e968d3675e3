import { STAFF_STEPS } from '@krapao/contract/notices';
import type { LimitKind, LimitPeriod } from '@krapao/contract/protection';
import { minor, toWire, type Minor } from '@krapao/contract/money';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import { qrTurn } from '../../database/turns.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { addMonths } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DepositService } from '../deposits/service.ts';
import type { StepUp } from '../factors/service.ts';
import { addNotice } from '../notices/queries.ts';
import { keepSums, sumMovements, type KnownSums } from './limit-sums.ts';
import {
  addProtection,
  findLimit,
  hasAnyLimit,
  findProtection,
  keepMarks,
  listLimits,
  recordChange,
  removeLimit,
  saveLimit,
  saveProtection,
  type Change,
  type LimitName,
  type StoredLimit,
  type StoredProtection,
} from './repo.ts';

/** Kinds of transfers that never take money out of a held balance. */
const BARRED = ['withdraw', 'game_in', 'finish_bonus', 'adjustment'] as const;

/** Staff who repeat a press are told so; any wish that means more is longer by hours. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** How the member's own changes are kept. */
const BY_MEMBER = { by: '', reason: '' };

/** The member whose protection is read or changed. */
export type Owner = Pick<Member, 'id' | 'walletAccount' | 'currency'>;

/** The member who loosens: the session's proof is looked at. */
type Loosening = Owner & Pick<Member, 'proof'>;

/** What a member has set, and what it leaves now. */
export interface Protection {
  limits: (StoredLimit & { left: Minor })[];
  /** In force now. `since` is null where it was not kept. */
  break: { since: Date | null; until: Date } | undefined;
  /** In force now. `until`: from then on its end can be asked for; null for good. `endsAt`: its end, once asked for. */
  exclusion: { since: Date | null; until: Date | null; endsAt: Date | null } | undefined;
  realityCheckMinutes: number;
  /** False: the minutes are the operator's. */
  isCheckChosen: boolean;
  held: Minor;
}

/** A change by staff: only tighter ones, recorded in the same transaction. */
export interface StaffChange {
  by: string;
  reason: string;
  /** Records the act. It runs last. */
  record(tx: Tx, changed: Changed): Promise<void>;
  /** Throws the error for a change that would loosen, or would change nothing. */
  refuse(): never;
}

/** What held before a change and after it, for the record of staff; empty for changes that are the member's alone. */
interface Changed {
  before?: object;
  after?: object;
}

/** One change, under the wallet's lock. */
interface Changing {
  tx: Tx;
  now: Date;
  stored: StoredProtection;
  note: (what: Change, detail: object) => Promise<void>;
}

/**
 * Limits, breaks and self-exclusion. What holds is in the database, where the statements that move money read it.
 * Tightening holds from its commit on; loosening waits and is then confirmed by the member.
 */
export class ProtectionService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #clock: Clock;
  readonly #deposits: Pick<DepositService, 'cancelAllIn'>;
  readonly #stepUp: Pick<StepUp, 'assertFresh'>;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    content: ContentStore;
    clock: Clock;
    /** Open QR orders are cancelled by a break and by an exclusion. */
    deposits: Pick<DepositService, 'cancelAllIn'>;
    stepUp: Pick<StepUp, 'assertFresh'>;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#clock = parts.clock;
    this.#deposits = parts.deposits;
    this.#stepUp = parts.stepUp;
  }

  async show({ id, walletAccount }: Owner): Promise<Protection> {
    const { queries } = this.#database;
    const now = this.#clock.now();
    const { realityCheckMinutes: usual } = (await this.#content.get()).protection;
    const stored = await findProtection(queries, id);
    if (!stored) {
      return {
        limits: [],
        break: undefined,
        exclusion: undefined,
        realityCheckMinutes: usual,
        isCheckChosen: false,
        held: 0n as Minor,
      };
    }
    const limits = await listLimits(queries, { memberId: id, walletAccount, now });
    const { available } = await this.#ledger.balance(stored.heldAccount);
    return {
      limits: limits.map((limit) => ({ ...limit, left: (limit.left > 0n ? limit.left : 0n) as Minor })),
      break: breakOf(stored, now),
      exclusion: isExcluded(stored, now)
        ? {
            since: stored.excludedAt,
            until: stored.exclusionEndsAt ?? stored.exclusionUntil,
            endsAt: stored.exclusionEndsAt,
          }
        : undefined,
      realityCheckMinutes: stored.realityMinutes ?? usual,
      isCheckChosen: stored.realityMinutes !== null,
      held: available,
    };
  }

  /**
   * Sets a limit. A lower one holds at once, and forgets a higher one that was asked for. A higher one, or none, waits:
   * asking again starts the wait anew.
   * @param amount null for no limit
   * @throws AppError KEY_INVALID for an amount that is not above 0
   */
  async setLimit(
    owner: Owner,
    { kind, period, amount }: { kind: LimitKind; period: LimitPeriod; amount: Minor | null },
    staff?: StaffChange,
  ): Promise<void> {
    if (amount !== null && amount <= 0n) throw new AppError('KEY_INVALID');
    const { loosenHours } = (await this.#content.get()).protection;
    const name = { kind, period };
    let known: KnownSums | undefined;
    const sum = async (tx: Tx): Promise<void> => {
      if (amount !== null && !(await findLimit(tx, owner.id, name)))
        known = await sumMovements(tx, owner, name, this.#clock.now());
    };
    const set = async ({ tx, now, note }: Changing): Promise<Changed> => {
      const limit = await findLimit(tx, owner.id, name);
      if (amount !== null && (!limit || amount <= limit.amount)) {
        const isSame = limit?.amount === amount;
        if (isSame && !limit.pendingFrom) {
          if (staff) return staff.refuse();
          await note('review', {});
          return {};
        }
        const setAt = isSame ? limit.setAt : now;
        await saveLimit(tx, owner.id, {
          kind,
          period,
          amount,
          setAt,
          pendingAmount: null,
          pendingFrom: null,
        });
        if (!limit) await keepSums(tx, owner, name, now, known);
        const raise = limit && pendingOf(limit);
        await note('limit', {
          kind,
          period,
          from: limit && String(limit.amount),
          to: String(amount),
          ...(raise && { dropped: true }),
        });
        return {
          before: { amount: limit && toWire(minor(limit.amount)), pending: raise },
          after: { limit: `${kind}_${period}`, amount: toWire(amount) },
        };
      }
      if (staff) return staff.refuse();
      if (!limit) return {};
      const pendingFrom = new Date(now.getTime() + loosenHours * HOUR_MS);
      await saveLimit(tx, owner.id, { ...limit, pendingAmount: amount, pendingFrom });
      await note('ask', { kind, period, from: String(limit.amount), to: amount && String(amount) });
      return {};
    };
    await this.#change(owner, staff, set, sum);
  }

  /**
   * Confirms a higher limit, or none, once its time has come.
   * @throws AppError NO_DATA when none was asked for, LIMIT_NOT_YET, STEP_UP_REQUIRED
   */
  async confirmLimit(owner: Loosening, name: LimitName): Promise<void> {
    await this.#change(owner, undefined, async ({ tx, now, note }) => {
      const limit = await findLimit(tx, owner.id, name);
      if (!limit?.pendingFrom) throw new AppError('NO_DATA');
      if (limit.pendingFrom > now) throw new AppError('LIMIT_NOT_YET');
      this.#stepUp.assertFresh(owner);
      const { pendingAmount: amount } = limit;
      if (amount === null) await removeLimit(tx, owner.id, name);
      else {
        await saveLimit(tx, owner.id, {
          ...limit,
          amount,
          setAt: now,
          pendingAmount: null,
          pendingFrom: null,
        });
      }
      await note('confirm', { ...name, from: String(limit.amount), to: amount && String(amount) });
      return {};
    });
  }

  /** Begins a break, or prolongs it: an earlier end than the one in force changes nothing, and is refused to staff. */
  async takeBreak(owner: Owner, hours: number, staff?: StaffChange): Promise<void> {
    await this.#stop(owner, staff, async ({ tx, now, stored, note }) => {
      const until = new Date(now.getTime() + hours * HOUR_MS);
      const inForce = breakOf(stored, now);
      const ends = [inForce?.until, exclusionEnd(stored, now)];
      if (staff && ends.some((end) => isHardlyLonger(until, end))) staff.refuse();
      if (inForce && inForce.until >= until) return {};
      await saveProtection(tx, owner.id, { breakAt: inForce ? inForce.since : now, breakUntil: until });
      await note('break', { hours, until });
      return { before: { until: inForce?.until }, after: { hours, until } };
    });
  }

  /**
   * Begins an exclusion, or prolongs it: one that ends earlier than the one in force changes nothing, and is refused to
   * staff. An end that was asked for is forgotten.
   */
  async exclude(owner: Owner, months: number | 'forever', staff?: StaffChange): Promise<void> {
    await this.#stop(owner, staff, async ({ tx, now, stored, note }) => {
      const asked = months === 'forever' ? null : addMonths(now, months);
      const inForce = isExcluded(stored, now) ? stored : undefined;
      const until = laterEnd(asked, inForce?.exclusionUntil);
      if (inForce && !inForce.exclusionEndsAt) {
        if (staff && isHardlyLonger(until, inForce.exclusionUntil)) staff.refuse();
        if (sameTime(until, inForce.exclusionUntil)) {
          await keepMarks(tx, owner.id);
          return {};
        }
      }
      await saveProtection(tx, owner.id, {
        excludedAt: inForce?.excludedAt ?? now,
        exclusionUntil: until,
        exclusionEndsAt: null,
      });
      await keepMarks(tx, owner.id);
      const endsAt = inForce?.exclusionEndsAt;
      await note('exclusion', { months, until, ...(endsAt && { dropped: true }) });
      return { before: { until: inForce?.exclusionUntil, endsAt }, after: { months, until } };
    });
  }

  /**
   * Asks for the end of an exclusion whose time is over. It ends by itself after a wait.
   * @throws AppError NO_DATA when there is none, LIMIT_NOT_YET before its time, and always when it is for good;
   *   STEP_UP_REQUIRED
   */
  async askExclusionEnd(owner: Loosening): Promise<void> {
    const { exclusionEndHours } = (await this.#content.get()).protection;
    await this.#change(owner, undefined, async ({ tx, now, stored, note }) => {
      if (!isExcluded(stored, now)) throw new AppError('NO_DATA');
      if (stored.exclusionUntil === null || stored.exclusionUntil > now) throw new AppError('LIMIT_NOT_YET');
      if (stored.exclusionEndsAt) return {};
      this.#stepUp.assertFresh(owner);
      const exclusionEndsAt = new Date(now.getTime() + exclusionEndHours * HOUR_MS);
      await saveProtection(tx, owner.id, { exclusionEndsAt });
      await note('exclusion_end', { endsAt: exclusionEndsAt });
      return {};
    });
  }

  /** Sets the minutes between two reality checks. */
  async setRealityCheck(owner: Owner, minutes: number): Promise<void> {
    await this.#change(owner, undefined, async ({ tx, note }) => {
      await saveProtection(tx, owner.id, { realityMinutes: minutes });
      await note('reality_check', { minutes });
      return {};
    });
  }

  /** Records that the member has looked at the limits and leaves them as they are. Without limits there is no record. */
  async review(owner: Owner): Promise<void> {
    if (!(await hasAnyLimit(this.#database.queries, owner.id))) return;
    await this.#change(owner, undefined, async ({ note }) => {
      await note('review', {});
      return {};
    });
  }

  /** Makes a change that stops the member, and cancels the open QR orders. */
  async #stop(
    owner: Owner,
    staff: StaffChange | undefined,
    work: (changing: Changing) => Promise<Changed>,
  ): Promise<void> {
    let cancelAtGateways = async (): Promise<void> => {};
    await this.#change(owner, staff, async (changing) => {
      const changed = await work(changing);
      cancelAtGateways = await this.#deposits.cancelAllIn(changing.tx, owner.id);
      return changed;
    });
    await cancelAtGateways();
  }

  /**
   * Makes a change under the lock of the wallet, so that each movement is before or after it. The turn keeps out new
   * QR orders.
   * @param prepare what takes long, before the lock and in the turn: a member's calls run it one after another
   */
  async #change(
    owner: Owner,
    staff: StaffChange | undefined,
    work: (changing: Changing) => Promise<Changed>,
    prepare: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.#database.transactionInTurn([qrTurn(owner.id)], async (tx) => {
      await prepare(tx);
      await this.#ledger.lock(tx, owner.walletAccount);
      const now = this.#clock.now();
      const stored = (await findProtection(tx, owner.id)) ?? (await this.#add(tx, owner));
      const { by, reason } = staff ?? BY_MEMBER;
      const changed = await work({
        tx,
        now,
        stored,
        note: async (what, detail) => {
          await recordChange(tx, { memberId: owner.id, at: now, by, reason, what, detail });
          const step = staff && STAFF_STEPS.find((one) => one === what);
          if (step)
            await addNotice(tx, {
              memberId: owner.id,
              kind: 'protection',
              subject: newId(),
              detail: { step },
            });
        },
      });
      await staff?.record(tx, changed);
    });
  }

  /** Opens the held balance at the first change: most members never set anything. */
  async #add(tx: Tx, { id, walletAccount, currency }: Owner): Promise<StoredProtection> {
    const heldAccount = await this.#ledger.openMemberAccount(tx, {
      code: `held:${id}`,
      currency,
      barred: [...BARRED],
    });
    await addProtection(tx, { memberId: id, walletAccount, heldAccount });
    return {
      heldAccount,
      breakAt: null,
      breakUntil: null,
      excludedAt: null,
      exclusionUntil: null,
      exclusionEndsAt: null,
      realityMinutes: null,
    };
  }
}

const isExcluded = ({ excludedAt, exclusionEndsAt }: StoredProtection, now: Date): boolean =>
  excludedAt !== null && (exclusionEndsAt === null || exclusionEndsAt > now);

const breakOf = ({ breakAt, breakUntil }: StoredProtection, now: Date): Protection['break'] =>
  breakUntil !== null && breakUntil > now ? { since: breakAt, until: breakUntil } : undefined;

/** A higher limit that waits, as the record of staff has it. */
const pendingOf = ({ pendingAmount, pendingFrom }: StoredLimit) =>
  pendingFrom
    ? { amount: pendingAmount === null ? undefined : toWire(minor(pendingAmount)), from: pendingFrom }
    : undefined;

/** Until when an exclusion in force stops a member in any case: null for good, undefined without one. */
const exclusionEnd = (stored: StoredProtection, now: Date): Date | null | undefined =>
  isExcluded(stored, now) ? (stored.exclusionEndsAt ?? stored.exclusionUntil) : undefined;

/** Returns whether an end says nothing new beside the one in force: a press that was repeated. Null is for good. */
const isHardlyLonger = (end: Date | null, inForce: Date | null | undefined): boolean =>
  inForce !== undefined &&
  (inForce === null || (end !== null && end.getTime() - inForce.getTime() < REPEATED_WITHIN_MS));

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Returns the later of an end and the one in force, if there is one. Null is for good. */
function laterEnd(end: Date | null, inForce: Date | null | undefined): Date | null {
  if (end === null || inForce === null) return null;
  return inForce !== undefined && inForce > end ? inForce : end;
}
