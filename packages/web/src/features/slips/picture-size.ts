export interface PictureSize {
  width: number;
  height: number;
}

/** The size of a JPEG stands after its metadata, which may hold a small picture and a colour profile. */
const HEAD_BYTES = 512 * 1_024;

/**
 * The size of a JPEG or PNG in pixels, as its first bytes tell it: nothing is unpacked for it. Null where they do not.
 * A JPEG may be shown turned by a quarter.
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

/** Walks over the segments up to the frame header, which has the size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // C4, C8 and CC are no frame headers; DA begins the picture itself.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xda) return null;
  }
}
