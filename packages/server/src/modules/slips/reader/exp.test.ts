import { it } from 'vitest';
import sharp from 'sharp';
import { writeFile } from 'node:fs/promises';
import { slipJpeg } from '../../../../../sandbox/src/slip/picture.ts';
import { SlipReader } from './slip-reader.ts';
import { preparePicture } from '../picture.ts';

it('exp', async () => {
  const reader = new SlipReader();
  const base = await slipJpeg({
    reference: '20261120ABCDEF012345',
    fromBankCode: 'KBANK',
    fromAccountNo: '1234567890',
    fromName: 'SOMCHAI JAIDEE',
    toBankCode: 'SCB',
    toAccountNo: '0002345683',
    toName: 'บจก. กระเป๋า วอลเล็ต',
    amountMinor: 50000n,
    at: Date.now(),
    toOperator: true,
  } as never);
  await writeFile('/tmp/slip-exp/base.jpg', base);
  const cases: [string, Buffer][] = [['base', base]];
  for (const q of [5, 10, 20, 30, 50])
    cases.push([`q${q}`, await sharp(base).jpeg({ quality: q }).toBuffer()]);
  for (const b of [1, 2, 3, 4, 5, 6]) cases.push([`blur${b}`, await sharp(base).blur(b).jpeg().toBuffer()]);
  for (const w of [700, 540, 400, 320, 250, 200])
    cases.push([`w${w}`, await sharp(base).resize(w).jpeg({ quality: 70 }).toBuffer()]);
  for (const a of [7, 33, 45, 90, 123, 180, 271])
    cases.push([
      `rot${a}`,
      await sharp(base).rotate(a, { background: '#777' }).jpeg({ quality: 70 }).toBuffer(),
    ]);
  for (const d of [0.5, 0.3, 0.15, 0.08])
    cases.push([`dark${d}`, await sharp(base).linear(d, 5).jpeg({ quality: 60 }).toBuffer()]);
  for (const n of [20, 40, 60, 80]) {
    const { data, info } = await sharp(base).grayscale().raw().toBuffer({ resolveWithObject: true });
    let s = 1;
    const nd = Buffer.from(data);
    for (let i = 0; i < nd.length; i++) {
      s = (s * 1103515245 + 12345) & 0x7fffffff;
      nd[i] = Math.max(0, Math.min(255, nd[i]! + ((s >> 16) % (2 * n)) - n));
    }
    cases.push([
      `noise${n}`,
      await sharp(nd, { raw: { width: info.width, height: info.height, channels: 1 } })
        .jpeg({ quality: 70 })
        .toBuffer(),
    ]);
  }
  cases.push([
    'noqr',
    await sharp(base).extract({ left: 0, top: 0, width: 1080, height: 900 }).jpeg().toBuffer(),
  ]);
  cases.push(['big', await sharp(base).resize(5700).jpeg().toBuffer()]);
  cases.push([
    'small-in-photo',
    await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#654' } })
      .composite([{ input: await sharp(base).resize(900).toBuffer(), left: 700, top: 500 }])
      .jpeg({ quality: 80 })
      .toBuffer(),
  ]);
  cases.push([
    'smaller-in-photo',
    await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#654' } })
      .composite([{ input: await sharp(base).resize(600).toBuffer(), left: 700, top: 500 }])
      .jpeg({ quality: 80 })
      .toBuffer(),
  ]);
  for (const [name, bytes] of cases) {
    const t0 = performance.now();
    const p = await preparePicture(bytes);
    const t1 = performance.now();
    if (p.outcome !== 'picture') {
      console.log(name, p.outcome, (t1 - t0).toFixed());
      continue;
    }
    const r = await reader.read(p.jpeg);
    console.log(
      name.padEnd(18),
      r.outcome === 'read' ? 'READ' : r.reason,
      (t1 - t0).toFixed(),
      (performance.now() - t1).toFixed(),
    );
  }
  await reader.close();
}, 120000);
