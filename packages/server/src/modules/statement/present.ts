import { toWire } from '@krapao/contract/money';
import type { Language } from '../../content/fields.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { Reward, StatementPurpose } from '../../ledger/kinds/kind.ts';
import { isCorrection } from '../../ledger/kinds/registry.ts';
import type { StatementRow } from './repo.ts';

/** Converts a movement to the API format. */
export function presentMovement(row: StatementRow, language: Language) {
  const { type, from, to, note } = row.purpose;
  return {
    _id: row.id,
    statementType: type,
    from,
    to,
    amount: toWire(row.amount),
    status: WIRE_STATUS[row.state],
    createdAt: row.createdAt.toISOString(),
    ...presentReward(row.purpose, language),
    // A review ends with its movement at the latest.
    ...(note && (note !== 'IN_REVIEW' || row.state === 'pending') && { note }),
    ...(isCorrection(row.kind) && { correction: true }),
  };
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
