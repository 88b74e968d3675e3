import { parse } from 'promptparse';

/** Returns whether a text of a QR code is one of a payment, with the right checksum. */
export const isPaymentText = (text: string): boolean => parse(text, true) !== null;
