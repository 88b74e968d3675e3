import { create } from 'qrcode';

/** White margin around a QR code, in modules: readers need four. */
const QUIET_ZONE = 4;

export interface QrOutline {
  /** Side in modules, including the white margin. */
  size: number;
  /** Path of the dark modules, one run of a row at a time. */
  path: string;
}

/** Returns the outline of a text's QR code, computed on this device. */
export function qrOutline(text: string): QrOutline {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const runs: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const start = column;
      while (column < modules.size && modules.get(row, column) === 1) column += 1;
      const length = column - start;
      if (length > 0) runs.push(`M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`);
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path: runs.join('') };
}
