import type { Language, Localized } from '../../content/fields.ts';
import type { TransferDetail } from '../../ledger/types.ts';

/** Purposes of a movement that is not a deposit, withdrawal or transfer. */
export const LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
export type Link = (typeof LINKS)[number];

/** Builds a transfer's detail with its purpose, for the statement to show in the player's language. */
export const linkedDetail = (link: Link, description: Localized): TransferDetail => ({
  link,
  ...description,
});

/** Reads what {@link linkedDetail} wrote; empty for a movement without a purpose. */
export function readLink(
  detail: TransferDetail,
  language: Language,
): Partial<Record<Link, { description: string }>> {
  const link = LINKS.find((known) => known === detail['link']);
  return link ? { [link]: { description: detail[language] ?? '' } } : {};
}
