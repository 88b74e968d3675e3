import { toWire } from '@krapao/contract/money';
import type { StatementNote } from '@krapao/contract/statement';
import type { Language } from '../../content/fields.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { Reward, StatementPurpose } from '../../ledger/kinds/kind.ts';
import { isCorrection } from '../../ledger/kinds/registry.ts';
import { isReviewNote } from '../payout-review/queries.ts';
import type { StatementRow } from './repo.ts';

/**
 * Converts a movement to the API format. @param isInReview true when it is a payout that waits for a person
 */
export function presentMovement(row: StatementRow, language: Language, isInReview: boolean) {
  const { type, from, to } = row.purpose;
  const note = noteOf(row, isInReview);
  const held = row.purpose.isFromHeld ? row.amount : row.held;
  return {
    _id: row.id,
    statementType: type,
    from,
    to,
    amount: toWire(row.amount),
    ...(held !== null && { held: toWire(held) }),
    status: WIRE_STATUS[row.state],
    createdAt: row.createdAt.toISOString(),
    ...presentReward(row.purpose, language),
    ...(note && { note }),
    ...(isCorrection(row.kind) && { correction: true }),
  };
}

/** True for a payout that had to wait for a person, and may still do so. */
export const mayBeInReview = ({ purpose, state }: StatementRow): boolean =>
  isReviewNote(purpose.note) && state === 'pending';

/** Returns the note that holds now: a decided payout may still be under way, or delayed. */
function noteOf(row: StatementRow, isInReview: boolean): StatementNote | undefined {
  const { note, notBefore } = row.purpose;
  if (!isReviewNote(note)) return note;
  if (!mayBeInReview(row)) return undefined;
  return isInReview ? note : notBefore && 'DELAYED_PAYOUT';
}

function presentReward(
  { reward: given }: StatementPurpose,
  language: Language,
): Partial<Record<Reward, { description: string }>> {
  return given ? { [given.reward]: { description: descriptionIn(given, language) } } : {};
}

/** Returns a reward's description; empty if it has none in this language. */
export const descriptionIn = (
  { descriptions }: NonNullable<StatementPurpose['reward']>,
  language: Language,
): string => descriptions[language] ?? '';
