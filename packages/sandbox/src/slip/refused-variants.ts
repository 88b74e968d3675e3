/** Pictures that are not, or no longer, slips, and files that are not pictures. */
import sharp from 'sharp';
import { field, withCrc } from '../emv/emv.ts';
import { laoQrPayload } from '../gateway/lao-qr.ts';
import { billPaymentPayload } from '../gateway/promptpay.ts';
import { claimedHugeJpeg, claimedHugePng, emptyPixelsPng } from './bombs.ts';
import { qrPlaceOf, qrTextOf, SLIP_HEIGHT, SLIP_WIDTH } from './drawing.ts';
import { miniQrPayload } from './mini-qr.ts';
import { photograph } from './photo.ts';
import { drawing, edit, jpeg, onGround, pixelsOf, png, withGrain, withOverlay } from './pixels.ts';
import type { SeededDice } from './seeded-dice.ts';
import { refused, type Making, type VariantKind } from './variant-kinds.ts';

/** Returns the QR text of a wallet's slip: another kind, unknown to every bank. */
function walletSlipPayload(dice: SeededDice): string {
  const transaction = `500${String(dice.whole(0, 99_999_999_999)).padStart(11, '0')}`;
  const slip =
    field('00', '01') +
    field('01', '01') +
    field('02', 'P2P') +
    field('03', transaction) +
    field('04', '02012026');
  const text = withCrc(field('00', slip), '91');
  return text.slice(0, -4) + text.slice(-4).toLowerCase();
}

/** Returns a text with a checksum that cannot be repaired. */
function wrongCrc(text: string): string {
  const digit = text.at(-1) === '7' ? '8' : '7';
  return text.slice(0, -1) + digit;
}

const otherQr = (name: string, textOf: (making: Making) => string): VariantKind =>
  refused(name, ['INVALID_SLIP'], async (making) => jpeg(await making.slipWith(textOf(making))));

const otherQrs: readonly VariantKind[] = [
  otherQr('with a PromptPay QR', ({ facts }) =>
    billPaymentPayload(facts.amountMinor, '1234567890123', 'KBANK'),
  ),
  otherQr('with a Lao QR', ({ facts }) => laoQrPayload(facts.amountMinor, '1234567890123')),
  otherQr('with the QR of a web address', () => 'https://shop.example/pay?slip=1'),
  otherQr('with a QR of plain words', () => 'THANK YOU FOR YOUR PAYMENT'),
  otherQr("with the QR of a wallet's slip", ({ dice }) => walletSlipPayload(dice)),
  refused(
    'with a CRC that is wrong',
    ['UNSTABLE_REFNO_ON_SLIP', 'INVALID_SLIP'],
    async ({ facts, slipWith }) => jpeg(await slipWith(wrongCrc(qrTextOf(facts)))),
  ),
  refused('forged: a true QR of a transfer nobody made', ['EXPIRED_SLIP', 'INVALID_SLIP'], async (making) =>
    jpeg(await making.slip()),
  ),
  refused('of a bank there is not', ['EXPIRED_SLIP', 'INVALID_SLIP'], async ({ facts, slipWith }) =>
    jpeg(await slipWith(miniQrPayload('999', facts.reference))),
  ),
];

const NO_QR = ['INVALID_SLIP', 'CANNOT_READ_CROPPED_IMAGE', 'UNSTABLE_REFNO_ON_SLIP'] as const;

const noQr: readonly VariantKind[] = [
  refused('without a QR', NO_QR, async ({ slipWith }) => jpeg(await slipWith(null))),
  refused('cropped above its QR', NO_QR, async ({ slip }) =>
    jpeg(await pixelsOf(edit(await slip()).extract({ left: 0, top: 0, width: SLIP_WIDTH, height: 1080 }))),
  ),
  refused('cropped through its QR', NO_QR, async ({ slip }) =>
    jpeg(await pixelsOf(edit(await slip()).extract({ left: 0, top: 0, width: SLIP_WIDTH, height: 1240 }))),
  ),
  refused('with a thumb on its QR', NO_QR, async ({ slip, facts }) => {
    const { x, y, size } = qrPlaceOf(facts.fromBankCode);
    const thumb = `<ellipse cx="${x + size * 0.3}" cy="${y + size * 0.5}" rx="${size * 0.3}" ry="${size * 0.55}" fill="#d9a27c"/>`;
    return jpeg(await withOverlay(await slip(), thumb));
  }),
  refused('blurred beyond reading', NO_QR, async ({ slip }) =>
    jpeg(await pixelsOf(edit(await slip()).blur(16))),
  ),
  refused('90 px wide', NO_QR, async ({ slip }) =>
    jpeg(await pixelsOf(edit(await slip()).resize({ width: 90 }))),
  ),
  refused('a photograph of the desk alone', NO_QR, async ({ dice }) => {
    const speck = await drawing('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
    const nowhere = [
      [-1, -1],
      [-1.9, -1],
      [-1.9, -1.9],
      [-1, -1.9],
    ] as const;
    return jpeg(await photograph(speck, { corners: nowhere, light: 0.9 }, dice));
  }),
  refused('all white', NO_QR, async () =>
    jpeg(await drawing('<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1620"/>')),
  ),
  refused(
    'nothing but noise',
    NO_QR,
    async ({ dice }) => {
      const grey = await drawing(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><path d="M0 0h600v900H0z" fill="#808080"/></svg>',
      );
      return png(withGrain(grey, 128, dice));
    },
    'png',
  ),
];

const TOO_BIG = ['IMG_SIZE_UNABLE_TO_PROCESS', 'SLIP_INVALID_FILE'] as const;
const NO_PICTURE = ['SLIP_INVALID_FILE', 'INVALID_SLIP'] as const;

const sizes: readonly VariantKind[] = [
  {
    ...refused('12,000 px wide', [...TOO_BIG, 'READ'], async ({ slip }) => {
      const wide = { width: 12_000, height: SLIP_HEIGHT, colour: '#dddddd' };
      return jpeg(await onGround(await slip(), wide, 6000, 0), 70);
    }),
    hasTransfer: true,
  },
  refused(
    'a PNG of one pixel',
    ['INVALID_SLIP', 'IMG_SIZE_UNABLE_TO_PROCESS', 'SLIP_INVALID_FILE'],
    async () => png(await drawing('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')),
    'png',
  ),
  refused(
    'a PNG that unpacks to 900 million pixels',
    ['SLIP_INVALID_FILE', 'IMG_SIZE_UNABLE_TO_PROCESS'],
    emptyPixelsPng,
    'png',
  ),
  refused(
    'a PNG that claims 60,000 by 60,000 px',
    ['SLIP_INVALID_FILE', 'IMG_SIZE_UNABLE_TO_PROCESS', 'INVALID_SLIP'],
    async () => claimedHugePng(),
    'png',
  ),
  refused(
    'a JPEG that claims 65,500 by 65,500 px',
    ['SLIP_INVALID_FILE', 'IMG_SIZE_UNABLE_TO_PROCESS', 'INVALID_SLIP'],
    async ({ slip }) => claimedHugeJpeg(await jpeg(await slip())),
  ),
  refused(
    'a PNG of more than 10 MB',
    ['SLIP_INVALID_FILE', 'SLIP_NO_FILE', 'SLIP_UPLOAD_FAIL'],
    async ({ dice }) => {
      const grey = await drawing(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2200" height="1800"><path d="M0 0h2200v1800H0z" fill="#808080"/></svg>',
      );
      return edit(withGrain(grey, 127, dice))
        .png({ compressionLevel: 0 })
        .toBuffer();
    },
    'png',
  ),
];

const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

const SVG_BOMB = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1620"><text y="40">&file;</text></svg>`;

async function animatedGif({ slip }: Making): Promise<Buffer> {
  const small = await pixelsOf(edit(await slip()).resize({ width: 360, height: 540 }));
  const frames = Buffer.concat([small.data, Buffer.alloc(small.data.length, 0xff)]);
  return sharp(frames, { raw: { width: 360, height: 1080, channels: 3, pageHeight: 540 } })
    .gif({ delay: [200, 200], loop: 0 })
    .toBuffer();
}

const files: readonly VariantKind[] = [
  refused('a PDF named .jpg', NO_PICTURE, async () => Buffer.from(PDF)),
  refused('an SVG named .png', NO_PICTURE, async () => Buffer.from(SVG_BOMB), 'png'),
  refused(
    'a web page named .png',
    NO_PICTURE,
    async () => Buffer.from('<!doctype html><title>slip</title><script>document.title = "ran"</script>'),
    'png',
  ),
  refused('an animated GIF named .jpg', NO_PICTURE, animatedGif),
  refused('an empty file', ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'INVALID_SLIP'], async () =>
    Buffer.alloc(0),
  ),
  refused('random bytes named .jpg', NO_PICTURE, async ({ dice }) =>
    Buffer.from(Array.from({ length: 4096 }, () => dice.whole(0, 255))),
  ),
  refused('the first bytes of a JPEG and then nothing like it', NO_PICTURE, async ({ dice }) =>
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 4096 }, () => dice.whole(0, 255))]),
  ),
  refused(
    'a JPEG cut off in the middle',
    ['INVALID_SLIP', 'SLIP_INVALID_FILE', 'CANNOT_READ_CROPPED_IMAGE'],
    async ({ slip }) => {
      const whole = await jpeg(await slip());
      return whole.subarray(0, Math.floor(whole.length * 0.45));
    },
  ),
  refused(
    'a PNG cut off in the middle',
    ['INVALID_SLIP', 'SLIP_INVALID_FILE', 'CANNOT_READ_CROPPED_IMAGE'],
    async ({ slip }) => {
      const whole = await png(await slip());
      return whole.subarray(0, Math.floor(whole.length * 0.45));
    },
    'png',
  ),
];

export const REFUSED: readonly VariantKind[] = [...otherQrs, ...noQr, ...sizes, ...files];
