/** Longest side of a preview, in pixels. */
const SIDE = 320;

/**
 * Returns a preview of a picture as a data address: the page's policy allows no other address of a local
 * file. Empty for a file that cannot be drawn.
 */
export async function previewOf(file: File): Promise<string> {
  if (typeof createImageBitmap === 'undefined' || !file.type.startsWith('image/')) return '';
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    return '';
  }
}
