/** A part of an installation that works through a counterparty; `links:PG`: the links to a provider's site. */
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
 * The parts that the content uses and that this process cannot work, since a setting is missing or the adapter is not
 * known. Their transfers wait; nothing new is offered there. The set changes with the content.
 */
export type PartsOff = ReadonlySet<Part>;
