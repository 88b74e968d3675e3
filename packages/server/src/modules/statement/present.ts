import { toWire } from '@krapao/contract/money';
import type { StatementNote } from '@krapao/contract/statement';
import type { Language } from '../../content/fields.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { Reward, StatementPurpose } from '../../ledger/kinds/kind.ts';
import { isCorrection } from '../../ledger/kinds/registry.ts';
import type { StatementRow } from './repo.ts';

/** Converts a movement to the API format. */
export function presentMovement(row: StatementRow, language: Language) {
  const { type, from, to } = row.purpose;
  const note = noteOf(row);
  return {
    _id: row.id,
    statementType: type,
    from,
    to,
    amount: toWire(row.amount),
    status: WIRE_STATUS[row.state],
    createdAt: row.createdAt.toISOString(),
    ...presentReward(row.purpose, language),
    ...(note && { note }),
    ...(isCorrection(row.kind) && { correction: true }),
  };
}

/** Returns the note that holds now: a review may be over while its payout is under way, or still delayed. */
function noteOf({
  purpose: { note, notBefore },
  isInReview,
  state,
}: StatementRow): StatementNote | undefined {
  if (note !== 'IN_REVIEW') return note;
  if (state !== 'pending') return undefined;
  if (isInReview) return note;
  return notBefore && 'DELAYED_PAYOUT';
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
