import type { Language, Localized } from '../../content/fields.ts';
import type { TransferDetail } from '../../ledger/types.ts';

/** What a movement that is no deposit, withdrawal or transfer was made for. */
export const LINKS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
export type Link = (typeof LINKS)[number];

/** A transfer's detail that has the statement name what it was made for, in the player's language. */
export const linkedDetail = (link: Link, description: Localized): TransferDetail => ({
  link,
  ...description,
});

/** The reverse of {@link linkedDetail}: empty for a movement that is linked to nothing. */
export function readLink(
  detail: TransferDetail,
  language: Language,
): Partial<Record<Link, { description: string }>> {
  const link = LINKS.find((known) => known === detail['link']);
  return link ? { [link]: { description: detail[language] ?? '' } } : {};
}
