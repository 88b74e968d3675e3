/** Type of a slip variant, and short constructors. */
import type { SlipReason } from '@krapao/contract/errors';
import { drawSlip, type SlipFacts } from './drawing.ts';
import { drawing, type Pixels } from './pixels.ts';
import type { SeededDice } from './seeded-dice.ts';

/**
 * Result of an uploaded file: `READ` when its QR leads to its transfer, a reason code of the slip list, or an
 * error code of the upload itself.
 */
export type SlipOutcome = 'READ' | SlipReason | 'SLIP_INVALID_FILE' | 'SLIP_NO_FILE' | 'SLIP_UPLOAD_FAIL';

/** Inputs for making a variant. */
export interface Making {
  readonly facts: SlipFacts;
  readonly dice: SeededDice;
  /** The slip with its true QR. */
  readonly slip: () => Promise<Pixels>;
  /** The slip with another text in its QR, or with no QR. */
  readonly slipWith: (qrText: string | null) => Promise<Pixels>;
}

export interface VariantKind {
  readonly name: string;
  /** The ending of the file's name, which may not match the content. */
  readonly ending: 'jpg' | 'png';
  /** The first is the expected outcome; the others are acceptable too. */
  readonly expected: readonly [SlipOutcome, ...SlipOutcome[]];
  /** Whether the slip's transfer has been made; there is none where nothing can be read. */
  readonly hasTransfer: boolean;
  /** Condition on the transfer, where not every transfer fits. */
  readonly suits?: (facts: SlipFacts) => boolean;
  readonly make: (making: Making) => Promise<Buffer>;
}

export const makingOf = (facts: SlipFacts, dice: SeededDice): Making => ({
  facts,
  dice,
  slip: () => drawing(drawSlip(facts)),
  slipWith: (qrText) => drawing(drawSlip(facts, qrText)),
});

/** Returns a variant whose QR a good reader reads. */
export const readable = (
  name: string,
  make: VariantKind['make'],
  ending: VariantKind['ending'] = 'jpg',
): VariantKind => ({ name, ending, expected: ['READ'], hasTransfer: true, make });

/** Returns a variant that leads to no transfer. */
export const refused = (
  name: string,
  expected: VariantKind['expected'],
  make: VariantKind['make'],
  ending: VariantKind['ending'] = 'jpg',
): VariantKind => ({ name, ending, expected, hasTransfer: false, make });
