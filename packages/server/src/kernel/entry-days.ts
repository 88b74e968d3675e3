import { BOUNDS, isPlausible, type TimeBounds } from '@krapao/contract/plausible-time';
import { startOfDay } from './bangkok-time.ts';

/** Why a payment is put aside whose time cannot be. */
export const TIME_CANNOT_BE = 'time cannot be';

/**
 * Returns whether a bank's entry can be of its days, such as `2026-05-01`.
 * @param toldAt when the bank told of it
 */
export function canBeOfDays(
  { bookedOn, valueOn }: { bookedOn: string; valueOn: string },
  toldAt: Date,
): boolean {
  const isIn = (day: string, bounds: TimeBounds): boolean => isPlausible(startOfDay(day), toldAt, bounds);
  return isIn(bookedOn, BOUNDS.bookingDay) && isIn(valueOn, BOUNDS.valueDay);
}
