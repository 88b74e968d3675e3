import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preparePicture } from './prepare-picture.ts';

const MEGABYTE = 1_024 * 1_024;
const drawn: [width: number, height: number][] = [];
const decode = vi.fn<(source: unknown, options?: ImageBitmapOptions) => Promise<ImageBitmap>>();

/** Returns a PNG of that many pixels, and of that many bytes at least, without pixel data. */
function png(width: number, height: number, bytes = 33): File {
  const head = new DataView(new ArrayBuffer(bytes));
  head.setUint32(0, 0x89504e47);
  head.setUint32(16, width);
  head.setUint32(20, height);
  return new File([head], 'slip.png', { type: 'image/png' });
}
/** Replaces the element that pictures are opened in: one of 9,000 by 6,000 pixels. */
const stubImage = (open: () => Promise<void>) =>
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 9_000;
      naturalHeight = 6_000;
      decode = open;
    },
  );
const bitmap = (width: number, height: number) => ({ width, height, close: () => undefined });

/** Replaces what jsdom lacks: decoding, and drawing on a canvas. */
beforeEach(() => {
  drawn.length = 0;
  decode.mockReset();
  vi.stubGlobal('createImageBitmap', decode);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    give,
    type,
  ) {
    drawn.push([this.width, this.height]);
    give(new Blob(['made'], { type }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function jpegFrom(file: File): Promise<void> {
  const prepared = await preparePicture(file);
  if (!('file' in prepared)) throw new Error(prepared.problem);
  expect(prepared.file).toMatchObject({ name: 'slip.jpg', type: 'image/jpeg' });
}

describe('preparing a picture', () => {
  it('leaves a small JPEG or PNG as it is, without opening it', async () => {
    const file = png(1_000, 2_000);
    expect(await preparePicture(file)).toEqual({ file });
    expect(decode).not.toHaveBeenCalled();
  });

  it('makes a JPEG of a WebP picture', async () => {
    decode.mockResolvedValue(bitmap(1_000, 2_000));
    await jpegFrom(new File(['webp'], 'slip.webp', { type: 'image/webp' }));
    expect(drawn).toEqual([[1_000, 2_000]]);
  });

  it('reduces a picture of too many pixels while it is decoded', async () => {
    decode.mockResolvedValue(bitmap(3_000, 2_000));
    await jpegFrom(png(9_000, 6_000));
    expect(decode).toHaveBeenCalledExactlyOnceWith(expect.any(File), {
      resizeWidth: 3_000,
      resizeQuality: 'high',
    });
    expect(drawn).toEqual([[3_000, 2_000]]);
  });

  it('reduces it in an element where decoding fails', async () => {
    decode.mockImplementation((source) =>
      source instanceof File
        ? Promise.reject(new DOMException('too large'))
        : Promise.resolve(bitmap(3_000, 2_000)),
    );
    stubImage(() => Promise.resolve());
    await jpegFrom(png(9_000, 6_000));
    const canvas = decode.mock.calls.at(-1)?.[0] as HTMLCanvasElement;
    expect([canvas.width, canvas.height]).toEqual([3_000, 2_000]);
  });

  it('sends a picture that cannot be opened where the server may take it', async () => {
    decode.mockRejectedValue(new DOMException('broken'));
    const file = png(1_000, 2_000, 2 * MEGABYTE);
    expect(await preparePicture(file)).toEqual({ file });
  });

  it.each([
    ['tooLarge', 'of too many pixels', png(9_000, 9_000)],
    ['tooLarge', 'of too many bytes', png(1_000, 2_000, 10 * MEGABYTE + 1)],
    ['cannotOpen', 'of another type', new File([new Uint8Array(300)], 'slip.webp', { type: 'image/webp' })],
  ])('is %s for one %s that cannot be opened', async (problem, _, file) => {
    decode.mockRejectedValue(new DOMException('broken'));
    stubImage(() => Promise.reject(new DOMException('broken')));
    expect(await preparePicture(file)).toEqual({ problem });
  });
});
