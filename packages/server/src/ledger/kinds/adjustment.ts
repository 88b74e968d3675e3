import { detailOf, text, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration } from './kind.ts';

const adjustmentDetail = detailOf({
  /** The approval by a second person. */
  approval: text,
  /** Why, as staff wrote it. The member sees a correction. */
  reason: text,
});
export type AdjustmentDetail = DetailOfSchema<typeof adjustmentDetail>;

/** The operator adds money to a wallet, or takes it. The statement shows a correction, by the direction of the money. */
export const adjustment = {
  detail: adjustmentDetail,
  isHeld: false,
  statement: null,
  errors: null,
} as const satisfies KindDeclaration<AdjustmentDetail>;
