/** Slips as people really upload them; all of them are readable. */
import sharp from 'sharp';
import { qrPlaceOf, qrTextOf, SLIP_HEIGHT, SLIP_WIDTH, type SlipFacts } from './drawing.ts';
import { photograph } from './photo.ts';
import { edit, jpeg, onGround, pixelsOf, png, withGrain, withOverlay, type Pixels } from './pixels.ts';
import { drawQr } from './qr-shape.ts';
import { SHOTS } from './shots.ts';
import { readable, type Making, type VariantKind } from './variant-kinds.ts';

type Change = (slip: Pixels, making: Making) => Promise<Pixels> | Pixels;

/** Returns a slip that was edited as a picture and saved as a JPEG. */
const changed = (name: string, change: Change, quality = 85): VariantKind =>
  readable(name, async (making) => jpeg(await change(await making.slip(), making), quality));

const saved: readonly VariantKind[] = [
  readable('a PNG screenshot', async ({ slip }) => png(await slip()), 'png'),
  ...[30, 40, 50, 60, 70, 80, 90, 95].map((quality) =>
    changed(`JPEG quality ${quality}`, (slip) => slip, quality),
  ),
  readable('a progressive JPEG', async ({ slip }) =>
    edit(await slip())
      .jpeg({ quality: 70, progressive: true })
      .toBuffer(),
  ),
  readable('a JPEG in print colours', async ({ slip }) =>
    edit(await slip())
      .toColourspace('cmyk')
      .jpeg({ quality: 85 })
      .toBuffer(),
  ),
  readable('a JPEG turned by its EXIF note only', async ({ slip }) => {
    const onItsSide = await pixelsOf(edit(await slip()).rotate(90));
    return edit(onItsSide).jpeg({ quality: 85 }).withMetadata({ orientation: 8 }).toBuffer();
  }),
  readable('a JPEG named .png', async ({ slip }) => jpeg(await slip()), 'png'),
  readable('a JPEG with a script behind its end', async ({ slip }) =>
    Buffer.concat([await jpeg(await slip()), Buffer.from('<script>document.title = "ran"</script>')]),
  ),
  readable(
    'a PNG with 16 bits to the channel',
    async ({ slip }) =>
      edit(await slip())
        .toColourspace('rgb16')
        .png({ compressionLevel: 1 })
        .toBuffer(),
    'png',
  ),
  readable(
    'a PNG of which the white is see-through',
    async ({ slip }) => {
      const { data, info } = await edit(await slip())
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (let place = 0; place < data.length; place += 4) {
        const white = data[place] === 255 && data[place + 1] === 255 && data[place + 2] === 255;
        if (white) data.fill(0, place, place + 4);
      }
      const { width, height } = info;
      return sharp(data, { raw: { width, height, channels: 4 } })
        .png({ compressionLevel: 1 })
        .toBuffer();
    },
    'png',
  ),
];

const turned: readonly VariantKind[] = [-30, -15, -5, 3, 8, 20, 45, 60, 90, 135, 180, 270].map((angle) =>
  changed(`turned by ${angle} degrees`, (slip) =>
    pixelsOf(edit(slip).rotate(angle, { background: '#d8d8d8' })),
  ),
);

const resized: readonly VariantKind[] = [
  ...[720, 540, 400, 320, 260].map((width) =>
    changed(`${width} px wide`, (slip) => pixelsOf(edit(slip).resize({ width })), 80),
  ),
  changed('enlarged to 3,240 px', (slip) => pixelsOf(edit(slip).resize({ width: 3240 })), 75),
];

/** Slanting lines a few pixels apart: the moiré between a screen's pixels and a camera's. */
const SCREEN_PATTERN = `<path d="${Array.from({ length: 340 }, (_, line) => `M0 ${line * 5 - 60}l${SLIP_WIDTH} 60`).join('')}" stroke="#20304a" stroke-opacity=".45" stroke-width="2" fill="none"/>`;

const unsharp: readonly VariantKind[] = [
  ...[1, 2, 3, 4].map((sigma) =>
    changed(`blurred by ${sigma} px`, (slip) => pixelsOf(edit(slip).blur(sigma))),
  ),
  changed('forwarded three times', async (slip) => {
    let picture = slip;
    for (const [scale, quality] of [
      [0.75, 60],
      [0.9, 50],
      [1.3, 55],
    ] as const) {
      const width = Math.round(picture.width * scale);
      picture = await pixelsOf(sharp(await jpeg(await pixelsOf(edit(picture).resize({ width })), quality)));
    }
    return picture;
  }),
  changed(
    'turned a little, unsharp and much compressed',
    async (slip) =>
      pixelsOf(
        edit(await pixelsOf(edit(slip).rotate(7, { background: '#555' }).resize({ width: 900 }))).blur(1.5),
      ),
    35,
  ),
  changed('with the pattern of a photographed screen', (slip) => withOverlay(slip, SCREEN_PATTERN)),
  changed('grainy', (slip, { dice }) => withGrain(slip, 40, dice)),
];

const lit: readonly VariantKind[] = [
  changed('dark', (slip) => pixelsOf(edit(slip).linear(0.22, 4))),
  changed('very dark', (slip) => pixelsOf(edit(slip).linear(0.1, 2)), 95),
  changed('washed out', (slip) => pixelsOf(edit(slip).linear(0.35, 155))),
  changed('in grey', (slip) => pixelsOf(edit(slip).modulate({ saturation: 0 }))),
  changed('under a yellow lamp', (slip) =>
    pixelsOf(
      edit(slip).recomb([
        [1, 0, 0],
        [0, 0.82, 0],
        [0, 0, 0.45],
      ]),
    ),
  ),
  changed('in dark mode, light on dark', (slip) => pixelsOf(edit(slip).negate())),
  changed('with a shadow across', (slip) =>
    withOverlay(slip, '<path d="M0 1700 1080 900v720H0z" fill="#000" fill-opacity=".55"/>'),
  ),
];

const photographed: readonly VariantKind[] = Object.entries(SHOTS).map(([name, shot]) =>
  changed(`photographed ${name}`, (slip, { dice }) => photograph(slip, shot, dice), 80),
);

/** A strip of the slip, its full width. */
const strip = (slip: Pixels, top: number, height: number): Promise<Pixels> =>
  pixelsOf(edit(slip).extract({ left: 0, top, width: SLIP_WIDTH, height }));

const framed: readonly VariantKind[] = [
  changed('cropped to its lower part', (slip) => strip(slip, 1080, 340)),
  changed('cropped to little more than the QR', (slip, { facts }) => {
    const { x, y, size } = qrPlaceOf(facts.fromBankCode);
    return pixelsOf(edit(slip).extract({ left: Math.round(x), top: y, width: size, height: size }));
  }),
  changed('in a screenshot of a chat', async (slip) => {
    const small = await pixelsOf(edit(slip).resize({ width: 620 }));
    const chat = await onGround(small, { width: 1080, height: 2340, colour: '#8fb3d9' }, 400, 620);
    return withOverlay(
      chat,
      '<path d="M0 0h1080v150H0z" fill="#fff"/><rect x="40" y="240" width="560" height="120" rx="50" fill="#fff"/><rect x="40" y="400" width="420" height="120" rx="50" fill="#fff"/><rect x="520" y="1620" width="500" height="120" rx="50" fill="#9be37f"/><path d="M0 2180h1080v160H0z" fill="#fff"/>',
    );
  }),
  changed('at the foot of a very long picture', (slip) =>
    onGround(slip, { width: 1080, height: 8000, colour: '#eeeeee' }, 0, 8000 - SLIP_HEIGHT),
  ),
  changed('with a stain on its QR', (slip, { facts }) => {
    const { x, y, size } = qrPlaceOf(facts.fromBankCode);
    return withOverlay(
      slip,
      `<circle cx="${x + size * 0.6}" cy="${y + size * 0.58}" r="${size * 0.07}" fill="#7a4a1e"/>`,
    );
  }),
  changed('with an advertisement that has a QR of its own', (slip) =>
    withOverlay(slip, drawQr('https://shop.example/offer', { x: 820, y: 20, size: 220 })),
  ),
];

const crcBeginsWithZero = (facts: SlipFacts): boolean => qrTextOf(facts).at(-4) === '0';

/** Some banking apps print the checksum as a number, which loses a leading zero. */
const zeroDropped: VariantKind = {
  ...readable('with the zero of its CRC dropped', async ({ facts, slipWith }) => {
    const text = qrTextOf(facts);
    return jpeg(await slipWith(text.slice(0, -4) + text.slice(-3)));
  }),
  suits: crcBeginsWithZero,
};

export const READABLE: readonly VariantKind[] = [
  ...saved,
  ...turned,
  ...resized,
  ...unsharp,
  ...lit,
  ...photographed,
  ...framed,
  zeroDropped,
];
