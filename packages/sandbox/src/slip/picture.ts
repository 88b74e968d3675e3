import sharp from 'sharp';
import { drawSlip, type SlipFacts } from './drawing.ts';

const JPEG_QUALITY = 88;

/** A slip as a banking app saves it: a JPEG of 1080 by 1620 pixels. */
export const slipJpeg = (facts: SlipFacts): Promise<Buffer> =>
  sharp(Buffer.from(drawSlip(facts)))
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
