import { LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '@krapao/contract/protection';

const HOUR_MS = 3_600_000;
const WAIT_MS = 24 * HOUR_MS;
const NEVER = Number.POSITIVE_INFINITY;

interface Limit {
  amount: number;
  pending: { amount: number | null; from: number } | undefined;
}

const DATE = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Bangkok',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the date in Bangkok as numbers, by the calendar of the runtime. */
function dateOf(at: number): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = DATE.format(at).split('-').map(Number);
  return [year, month, day];
}

/** Returns a text that is the same for all moments of one period in Bangkok. */
function periodOf(period: LimitPeriod, at: number): string {
  const [year, month, day] = dateOf(at);
  if (period === 'month') return `${year}-${month}`;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (period === 'week') midnight.setUTCDate(day - ((midnight.getUTCDay() + 6) % 7));
  return midnight.toISOString();
}

function monthsLater(at: number, months: number): number {
  const [year, month, day] = dateOf(at);
  const sinceMidnight = at - Date.UTC(year, month - 1, day);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + months, Math.min(day, lastDay)) + sinceMidnight;
}

/**
 * What one member can play and what is held, computed from the history alone by the rules of the documents. It shares
 * no code with the server. Amounts are in minor units, times in milliseconds.
 */
export class ProtectionModel {
  wallet = 0;
  held = 0;
  readonly #limits = new Map<string, Limit>();
  /** What became playable by deposits and releases. */
  readonly #playable: { at: number; amount: number }[] = [];
  /** Credit into games, and home from them (below zero). */
  readonly #moves: { at: number; game: string; change: number }[] = [];
  #breakUntil = 0;
  #exclusion: { until: number; endsAt: number } | undefined;

  /** What the call about protection shows. */
  view(now: number): object {
    const iso = (at: number) => (at === NEVER ? null : new Date(at).toISOString());
    const exclusion = this.#stop(now) === 'EXCLUDED' ? this.#exclusion : undefined;
    const limits = (['deposit', 'loss'] as const).flatMap((kind) =>
      LIMIT_PERIODS.flatMap((period) => {
        const limit = this.#limits.get(`${kind} ${period}`);
        if (!limit) return [];
        const { amount, pending } = limit;
        return [
          {
            kind,
            period,
            amount: amount / 100,
            left: Math.max(0, amount - this.#used(kind, period, now)) / 100,
            pending: pending
              ? { amount: pending.amount === null ? null : pending.amount / 100, from: iso(pending.from) }
              : null,
          },
        ];
      }),
    );
    return {
      limits,
      break: this.#breakUntil > now ? { until: iso(this.#breakUntil) } : null,
      exclusion: exclusion
        ? exclusion.endsAt === NEVER
          ? { until: iso(exclusion.until) }
          : { until: iso(exclusion.endsAt), endsAt: iso(exclusion.endsAt) }
        : null,
      held: this.held / 100,
    };
  }

  deposit(now: number, amount: number): void {
    const room = this.#stop(now) ? 0 : this.#room('deposit', now);
    const fits = Math.max(0, Math.min(amount, room));
    this.wallet += fits;
    this.held += amount - fits;
    this.#playable.push({ at: now, amount: fits });
  }

  intoGame(now: number, game: string, amount: number, isTaken: boolean): string {
    if (this.wallet < amount) return 'MONEY_NOT_ENOUGH';
    const stop = this.#stop(now);
    if (stop) return stop;
    if (this.#room('loss', now) < amount) return 'LIMIT_LOSS';
    if (!isTaken) return 'OK';
    this.wallet -= amount;
    this.#moves.push({ at: now, game, change: amount });
    return 'OK';
  }

  home(now: number, game: string, amount: number): void {
    this.wallet += amount;
    this.#moves.push({ at: now, game, change: -amount });
  }

  release(now: number): string {
    const stop = this.#stop(now);
    if (stop) return stop;
    if (this.held === 0) return 'MONEY_NOT_ENOUGH';
    const amount = Math.min(this.held, this.#room('deposit', now));
    if (amount <= 0) return 'LIMIT_DEPOSIT';
    this.held -= amount;
    this.wallet += amount;
    this.#playable.push({ at: now, amount });
    return 'OK';
  }

  payOut(isPaid: boolean): string {
    if (this.held === 0) return 'MONEY_NOT_ENOUGH';
    if (isPaid) this.held = 0;
    return 'OK';
  }

  setLimit(now: number, kind: LimitKind, period: LimitPeriod, amount: number | null): void {
    const key = `${kind} ${period}`;
    const limit = this.#limits.get(key);
    if (amount !== null && amount <= (limit?.amount ?? NEVER)) {
      this.#limits.set(key, { amount, pending: undefined });
    } else if (limit) limit.pending = { amount, from: now + WAIT_MS };
  }

  confirm(now: number, kind: LimitKind, period: LimitPeriod): string {
    const key = `${kind} ${period}`;
    const pending = this.#limits.get(key)?.pending;
    if (!pending) return 'NO_DATA';
    if (now < pending.from) return 'LIMIT_NOT_YET';
    if (pending.amount === null) this.#limits.delete(key);
    else this.#limits.set(key, { amount: pending.amount, pending: undefined });
    return 'OK';
  }

  takeBreak(now: number, hours: number): void {
    this.#breakUntil = Math.max(this.#breakUntil, now + hours * HOUR_MS);
  }

  exclude(now: number, months: number | 'forever'): void {
    const until = months === 'forever' ? NEVER : monthsLater(now, months);
    const before = this.#stop(now) === 'EXCLUDED' ? (this.#exclusion?.until ?? 0) : 0;
    this.#exclusion = { until: Math.max(until, before), endsAt: NEVER };
  }

  askEnd(now: number): string {
    const exclusion = this.#exclusion;
    if (!exclusion || this.#stop(now) !== 'EXCLUDED') return 'NO_DATA';
    if (now < exclusion.until) return 'LIMIT_NOT_YET';
    exclusion.endsAt = Math.min(exclusion.endsAt, now + WAIT_MS);
    return 'OK';
  }

  #stop(now: number): 'EXCLUDED' | 'ON_BREAK' | undefined {
    if (this.#exclusion && now < this.#exclusion.endsAt) return 'EXCLUDED';
    return now < this.#breakUntil ? 'ON_BREAK' : undefined;
  }

  /** The tightest of the limits of a kind. */
  #room(kind: LimitKind, now: number): number {
    const rooms = LIMIT_PERIODS.map((period) => {
      const limit = this.#limits.get(`${kind} ${period}`);
      return limit ? limit.amount - this.#used(kind, period, now) : NEVER;
    });
    return Math.min(...rooms);
  }

  #used(kind: LimitKind, period: LimitPeriod, now: number): number {
    const isNow = ({ at }: { at: number }) => periodOf(period, at) === periodOf(period, now);
    if (kind === 'deposit') return this.#playable.filter(isNow).reduce((sum, { amount }) => sum + amount, 0);
    const inside = new Map<string, number>();
    for (const { game, change } of this.#moves.filter(isNow))
      inside.set(game, Math.max(0, (inside.get(game) ?? 0) + change));
    return [...inside.values()].reduce((sum, amount) => sum + amount, 0);
  }
}
