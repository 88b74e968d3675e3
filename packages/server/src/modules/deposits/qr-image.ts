import { parse } from 'promptparse';
import { toString as drawQr } from 'qrcode';
import { parseDecimal, type Minor } from '@krapao/contract/money';

/**
 * Returns whether a payment text is a valid EMVCo text for exactly this amount. A gateway's mistake must not
 * make a player pay another amount than the screen shows.
 */
export function asksFor(payload: string, amount: Minor): boolean {
  const qr = parse(payload, true);
  return qr !== null && parseDecimal(qr.getTagValue('54') ?? '') === amount;
}

/** Renders the payment text as SVG markup without width and height; the page sets the size. */
export function qrSvg(payload: string): Promise<string> {
  return drawQr(payload, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
