import { parse } from 'promptparse';
import { toString as drawQr } from 'qrcode';
import { parseDecimal, type Minor } from '@krapao/contract/money';

/**
 * Whether a payment text is a whole EMVCo one that asks for exactly this amount: a gateway's mistake must
 * not make a player pay something else than what the screen says.
 */
export function asksFor(payload: string, amount: Minor): boolean {
  const qr = parse(payload, true);
  return qr !== null && parseDecimal(qr.getTagValue('54') ?? '') === amount;
}

/** The payment text as SVG markup, without width or height: the page gives it its size. */
export function qrSvg(payload: string): Promise<string> {
  return drawQr(payload, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
