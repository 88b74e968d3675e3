import type { ErrorCode, SlipReason } from '@krapao/contract/errors';

/** Codes the server, the spin wheel and the slip reader speak, in one language. */
export interface Catalogue {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  /** Texts that replace the general one while spinning or claiming a coupon. */
  readonly spinErrors: Readonly<Partial<Record<ErrorCode, string>>>;
  /** What a slip was refused for, short enough to stand in brackets. */
  readonly slipReasons: Readonly<Record<SlipReason, string>>;
  /** What the player can do about it. */
  readonly slipAdvice: Readonly<Record<SlipReason, string>>;
}
