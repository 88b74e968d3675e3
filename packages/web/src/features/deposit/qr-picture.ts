/** Texts around a QR on the picture that a player keeps. */
export interface PictureTexts {
  /** Amount, formatted. */
  amount: string;
  /** Lines under the amount. */
  lines: readonly string[];
}

const WIDTH = 1080;
const MARGIN = 60;
const LINE_HEIGHT = 56;
const INK = '#1d1b33';
const SOFT_INK = '#5d586b';

/**
 * Draws a QR (an `svg` or `img` element on the page) with its amount onto a white PNG, large enough for any
 * bank app to read from the photo library.
 * @throws when the image cannot be drawn
 */
export async function drawQrPicture(qr: Element, texts: PictureTexts): Promise<Blob> {
  const image = await loadImage(addressOf(qr));
  const side = WIDTH - 2 * MARGIN;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = MARGIN + side + 120 + texts.lines.length * LINE_HEIGHT + MARGIN;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');

  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // Scaled without smoothing, so that the QR's edges stay sharp for scanners.
  context.imageSmoothingEnabled = false;
  context.drawImage(image, MARGIN, MARGIN, side, side);

  const font = getComputedStyle(document.body).fontFamily;
  context.textAlign = 'center';
  context.fillStyle = INK;
  context.font = `700 84px ${font}`;
  context.fillText(texts.amount, WIDTH / 2, MARGIN + side + 90, side);
  context.fillStyle = SOFT_INK;
  context.font = `500 38px ${font}`;
  texts.lines.forEach((line, index) => {
    context.fillText(line, WIDTH / 2, MARGIN + side + 90 + (index + 1.2) * LINE_HEIGHT, side);
  });

  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function addressOf(qr: Element): string {
  if (qr instanceof HTMLImageElement) return qr.src;
  const copy = qr.cloneNode(true) as Element;
  // Without its own size, an SVG image is drawn at a size of the browser's choosing, or not at all.
  copy.setAttribute('width', String(WIDTH));
  copy.setAttribute('height', String(WIDTH));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  return image;
}

/**
 * Gives a picture to the player: through the phone's share sheet, which can save it to the photos, or as a
 * download where there is none. Closing the share sheet saves nothing, as intended.
 */
export async function handOver(picture: Blob, fileName: string): Promise<void> {
  const file = new File([picture], fileName, { type: picture.type });
  const isPhone = window.matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // A policy can refuse sharing; a download still works.
    }
  }
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
