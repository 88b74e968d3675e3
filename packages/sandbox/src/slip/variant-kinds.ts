/** What a variant of a slip is, and short ways to say one. */
import type { SlipReason } from '@krapao/contract/errors';
import { drawSlip, type SlipFacts } from './drawing.ts';
import { drawing, type Pixels } from './pixels.ts';
import type { SeededDice } from './seeded-dice.ts';

/**
 * What may become of an uploaded file: its QR is read and leads to its transfer, or a reason code of the
 * slip list, or an error code of the upload itself.
 */
export type SlipOutcome = 'READ' | SlipReason | 'SLIP_INVALID_FILE' | 'SLIP_NO_FILE' | 'SLIP_UPLOAD_FAIL';

/** What a variant is made from. */
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
  /** The ending of the file's name, which need not be the truth. */
  readonly ending: 'jpg' | 'png';
  /** The first is what to expect; the others are fair as well. */
  readonly expected: readonly [SlipOutcome, ...SlipOutcome[]];
  /** Whether the transfer that the slip tells of has been made; there is none where nothing can be read. */
  readonly hasTransfer: boolean;
  /** Which transfers will do, when not every one does. */
  readonly suits?: (facts: SlipFacts) => boolean;
  readonly make: (making: Making) => Promise<Buffer>;
}

export const makingOf = (facts: SlipFacts, dice: SeededDice): Making => ({
  facts,
  dice,
  slip: () => drawing(drawSlip(facts)),
  slipWith: (qrText) => drawing(drawSlip(facts, qrText)),
});

/** A file whose QR a good reader reads. */
export const readable = (
  name: string,
  make: VariantKind['make'],
  ending: VariantKind['ending'] = 'jpg',
): VariantKind => ({ name, ending, expected: ['READ'], hasTransfer: true, make });

/** A file that leads to no transfer. */
export const refused = (
  name: string,
  expected: VariantKind['expected'],
  make: VariantKind['make'],
  ending: VariantKind['ending'] = 'jpg',
): VariantKind => ({ name, ending, expected, hasTransfer: false, make });
