/**
 * Where a bank tells the sender of a credit in MT940: in subfields of `:86:`; there, or as a text of a name and an account
 * number alone; or in nothing of `:86:`, which is the payer's.
 */
export const SENDER_IN = ['subfields', 'text', 'nothing'] as const;
export type SenderIn = (typeof SENDER_IN)[number];
