import { validate } from 'promptparse';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readQrs } from '../testing/qr-reader.ts';
import { startWorld } from '../testing/world.ts';
import { slipVariants, type SlipVariant } from './variants.ts';

const table = slipVariants(7);

function variant(name: string, from: readonly SlipVariant[] = table): SlipVariant {
  const found = from.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no variant called ${name}`);
  return found;
}

/** Returns the references in a file's QRs; text that is not a bank's slip gives none. */
async function referencesIn(bytes: Buffer): Promise<string[]> {
  return (await readQrs(bytes)).flatMap((text) => validate.slipVerify(text)?.transRef ?? []);
}

describe('the table of slip variants', () => {
  it('has more than sixty files, each with a name of its own and an outcome', () => {
    expect(table.length).toBeGreaterThanOrEqual(60);
    expect(table.filter(({ readable }) => readable).length).toBeGreaterThanOrEqual(50);
    expect(new Set(table.map(({ fileName }) => fileName)).size).toBe(table.length);
    for (const { readable, expected, transfer } of table) {
      expect(readable).toBe(expected.join() === 'READ');
      expect(transfer !== null).toBe(expected.includes('READ'));
    }
  });

  it('gives every slip a transfer of its own, and others with another seed', () => {
    const references = [...table, ...slipVariants(8)].flatMap(({ transfer }) => transfer?.reference ?? []);
    expect(new Set(references).size).toBe(references.length);
  });

  it('is the same for the same seed, to the byte', async () => {
    const again = slipVariants(7);
    expect(again.map(({ transfer }) => transfer)).toEqual(table.map(({ transfer }) => transfer));
    for (const name of ['JPEG quality 50', 'photographed askew', 'random bytes named .jpg']) {
      const [one, other] = await Promise.all([variant(name).bytes(), variant(name, again).bytes()]);
      expect([name, one.equals(other)]).toEqual([name, true]);
    }
    const elsewhere = await variant('JPEG quality 50', slipVariants(8)).bytes();
    expect(elsewhere.equals(await variant('JPEG quality 50').bytes())).toBe(false);
  });

  it('takes over what all slips have in common', () => {
    const base = { fromBankCode: 'SCB', fromAccountNo: '1234567890', toAccountNo: '0002345683' };
    for (const { transfer } of slipVariants(7, base)) if (transfer) expect(transfer).toMatchObject(base);
  });
});

describe('a variant', () => {
  it.each([
    'JPEG quality 30',
    'a JPEG turned by its EXIF note only',
    'a PNG of which the white is see-through',
    'turned by 45 degrees',
    'very dark',
    '320 px wide',
    'photographed askew and turned',
    'with the zero of its CRC dropped',
  ])('%s leads to its transfer', async (name) => {
    const { transfer, bytes } = variant(name);
    expect(await referencesIn(await bytes())).toEqual([transfer?.reference]);
  });

  it('with the zero of its CRC dropped really lacks it', async () => {
    const [text = ''] = await readQrs(await variant('with the zero of its CRC dropped').bytes());
    expect(text).toMatch(/9104[0-9A-F]{3}$/);
  });

  it('of a transfer is one that the sandbox can make and look up', async () => {
    const world = await startWorld();
    const { transfer } = variant('photographed from afar', slipVariants(7, { fromBankCode: 'SCB' }));
    const lookUp = async () => {
      const { body } = await world.call('POST', '/slip/lookup', {
        sendingBank: '014',
        reference: transfer?.reference,
      });
      return body;
    };
    expect(await lookUp()).toEqual({ status: 'not_found' });
    expect((await world.control('POST', '/control/bank/transfer', transfer)).status).toBe(200);
    expect(await lookUp()).toMatchObject({ status: 'found', amount: transfer?.amount.toFixed(2) });
  });

  it.each([
    ['without a QR', []],
    ['cropped through its QR', []],
    ['with the QR of a web address', ['https://shop.example/pay?slip=1']],
  ])('%s has the QRs %j', async (name, texts) => {
    expect(await readQrs(await variant(name).bytes())).toEqual(texts);
  });

  it("with the QR of a wallet's slip or of a wrong CRC is no bank's slip", async () => {
    for (const name of ["with the QR of a wallet's slip", 'with a CRC that is wrong']) {
      const bytes = await variant(name).bytes();
      expect([name, (await readQrs(bytes)).length, await referencesIn(bytes)]).toEqual([name, 1, []]);
    }
    const [wallet = ''] = await readQrs(await variant("with the QR of a wallet's slip").bytes());
    expect(validate.trueMoneySlipVerify(wallet)).toMatchObject({ eventType: 'P2P', date: '02012026' });
  });

  it.each([
    ['a PDF named .jpg', '%PDF-'],
    ['an SVG named .png', '<?xml'],
    ['a web page named .png', '<!doctype html>'],
    ['an animated GIF named .jpg', 'GIF89a'],
  ])('%s begins with %s', async (name, beginning) => {
    const bytes = await variant(name).bytes();
    expect(bytes.toString('latin1', 0, beginning.length)).toBe(beginning);
  });

  it.each([
    ['a PNG that unpacks to 900 million pixels', 30_000],
    ['a PNG that claims 60,000 by 60,000 px', 60_000],
    ['a JPEG that claims 65,500 by 65,500 px', 65_500],
  ])('%s is small, and no library unpacks it unasked', async (name, edge) => {
    const bytes = await variant(name).bytes();
    expect(bytes.length).toBeLessThan(200_000);
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    expect([metadata.width, metadata.height]).toEqual([edge, edge]);
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow(/pixel limit/);
  });

  it('has the size it says', async () => {
    const sizes = await Promise.all(
      ['12,000 px wide', 'a PNG of one pixel'].map(async (name) => {
        const { width } = await sharp(await variant(name).bytes()).metadata();
        return width;
      }),
    );
    expect(sizes).toEqual([12_000, 1]);
    expect((await variant('a PNG of more than 10 MB').bytes()).length).toBeGreaterThan(10 * 2 ** 20);
    expect(await variant('an empty file').bytes()).toHaveLength(0);
  });

  it.each(['a JPEG cut off in the middle', 'a PNG cut off in the middle'])('%s is broken', async (name) => {
    await expect(
      sharp(await variant(name).bytes())
        .raw()
        .toBuffer(),
    ).rejects.toThrow();
  });
});
