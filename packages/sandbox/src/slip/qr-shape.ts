import { create } from 'qrcode';

const QUIET_MODULES = 4;

export interface PlacedQr {
  readonly x: number;
  readonly y: number;
  /** Edge of the square, including the light margin. */
  readonly size: number;
  readonly ink?: string;
  readonly paper?: string;
}

/** SVG markup of a QR with its light margin. */
export function drawQr(text: string, { x, y, size, ink = '#000', paper = '#fff' }: PlacedQr): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const edge = modules.size + 2 * QUIET_MODULES;
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + QUIET_MODULES} ${row + QUIET_MODULES}h1v1h-1z`;
    }
  }
  return `<g transform="translate(${x} ${y}) scale(${size / edge})" shape-rendering="crispEdges"><path fill="${paper}" d="M0 0h${edge}v${edge}h-${edge}z"/><path fill="${ink}" d="${path}"/></g>`;
}
