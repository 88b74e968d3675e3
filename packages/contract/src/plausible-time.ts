const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR_MS = 366 * DAY_MS;

/** How far a time may lie before and after the moment at which it is told. */
export interface TimeBounds {
  agoMs: number;
  aheadMs: number;
}

/** A year that is off by one lies before. */
const MONTHS_MS = 300 * DAY_MS;

/** Bounds by what the time is for. */
export const BOUNDS = {
  /** Payments that are compared by their minute. Clocks differ by minutes, zones by hours. */
  minute: { agoMs: MONTHS_MS, aheadMs: 10 * MINUTE_MS },
  /** Days of booking: a bank may book on the next working day. */
  bookingDay: { agoMs: MONTHS_MS, aheadMs: 4 * DAY_MS },
  /** Days from which money counts. */
  valueDay: { agoMs: MONTHS_MS, aheadMs: 14 * DAY_MS },
  /** Payments and bets that are known by a reference. Audits read such lists back to their beginning. */
  referenced: { agoMs: 20 * YEAR_MS, aheadMs: YEAR_MS },
} as const satisfies Record<string, TimeBounds>;

/**
 * Returns whether a payment or a bet can be of a time. Counterparties tell years of the Buddhist era (2569), of two digits
 * (69, 1926) and of the beginning of a clock (1970). A payment of a wrong day is not found beside the same payment in
 * other reports.
 */
export const isPlausible = (at: Date, toldAt: Date, { agoMs, aheadMs }: TimeBounds): boolean => {
  const aheadBy = at.getTime() - toldAt.getTime();
  return aheadBy >= -agoMs && aheadBy <= aheadMs;
};

/** Returns whether a slip that came then can be of a transfer at a time. */
export const isTimeOfSlip = (at: Date, cameAt: Date): boolean => isPlausible(at, cameAt, BOUNDS.minute);
