export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Bytes to read: the size of a JPEG follows its metadata, which may hold a thumbnail and a colour profile.
 */
const HEAD_BYTES = 512 * 1_024;

/**
 * Reads the size of a JPEG or PNG in pixels from its first bytes, without decoding it. Null where they do not
 * tell. A JPEG may be displayed rotated by 90 degrees.
 */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const view = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
  } catch (error) {
    // The bytes end before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Walks over the segments to the frame header, which has the size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // C4, C8 and CC are not frame headers; DA begins the image data.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xda) return null;
  }
}
