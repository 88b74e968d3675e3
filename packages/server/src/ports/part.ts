/** A part of an installation that depends on a counterparty; `links:PG`: the links to a provider's site. */
export type Part =
  | 'sms'
  | 'bank'
  | 'ewallet'
  | 'gift'
  | 'slip'
  | 'desk'
  | `gateway:${string}`
  | `provider:${string}`
  | `links:${string}`;

/**
 * Parts that the content uses but this process cannot run, because a setting is missing or the adapter is
 * unknown. Their transfers wait, and they offer nothing new. The set changes with the content.
 */
export type PartsOff = ReadonlySet<Part>;
