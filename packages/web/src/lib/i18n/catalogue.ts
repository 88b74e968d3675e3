import type { ErrorCode, SlipReason } from '@krapao/contract/errors';

/** Texts in one language for the codes of the server, the spin wheel and the slip reader. */
export interface Catalogue {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  /** Texts that replace the general ones while spinning or claiming a coupon. */
  readonly spinErrors: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Reasons for refusing a slip, short enough to stand in brackets. */
  readonly slipReasons: Readonly<Record<SlipReason, string>>;
  /** Advice to the player for each reason. */
  readonly slipAdvice: Readonly<Record<SlipReason, string>>;
}
