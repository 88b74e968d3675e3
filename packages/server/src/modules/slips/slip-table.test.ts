/** @module-tag whole */
import { slipVariants, type SlipVariant } from '@krapao/sandbox/slip-variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { endOfSlip, slipForm, upload, type SlipView } from '../../testing/slips.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/**
 * `npm run tool -- slips` tests every variant with banks of different slip layouts; the normal tests use a selection.
 */
const isFull = process.env['SLIP_TABLE'] === 'full';
const BANKS = isFull ? ['KBANK', 'SCB', 'KTB'] : ['KBANK'];
const EVERY_NTH_READABLE = isFull ? 1 : 5;
const LEAST_READ = 0.95;

interface Row {
  variant: SlipVariant;
  actual: string;
  tookMs: number;
}

describe('the table of slips', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      content: (content) => {
        for (const account of content.depositAccounts.banks) account.enabled = true;
      },
    });
  });
  afterAll(() => server.stop());

  it.each(BANKS.map((bank, index) => [bank, index + 1] as const))(
    'of %s: every one ends as it should, and what can be read is read',
    async (bankCode, seed) => {
      const member = await server.members.join({ bankCode, bankAccountNo: `98765432${10 + seed}` });
      const { bankAccountNo, bankAccountName } = member.registration;
      const base = {
        fromBankCode: bankCode,
        fromAccountNo: bankAccountNo,
        fromName: bankAccountName,
        at: Date.now(),
      };
      const variants = slipVariants(seed, base).filter(
        ({ readable }, index) => !readable || index % EVERY_NTH_READABLE === 0,
      );
      const rows: Row[] = [];
      for (const variant of variants) rows.push(await tryOut(server, member, variant));

      if (isFull) process.stdout.write(tableOf(bankCode, rows));
      const readable = rows.filter(({ variant }) => variant.readable);
      const read = readable.filter(({ actual }) => actual === 'READ').length;
      expect(read / readable.length).toBeGreaterThanOrEqual(LEAST_READ);
      const wrong = rows.filter(({ variant, actual }) => !variant.readable && !isExpected(variant, actual));
      expect(wrong.map(({ variant, actual }) => `${variant.name}: ${actual}`)).toEqual([]);
    },
    isFull ? 900_000 : 240_000,
  );
});

const isExpected = ({ expected }: SlipVariant, actual: string): boolean =>
  (expected as readonly string[]).includes(actual);

/** Uploads a variant's file as the member who made its transfer. */
async function tryOut(server: TestServer, member: TestMember, variant: SlipVariant): Promise<Row> {
  if (variant.transfer) await server.world.control('POST', '/bank/transfer', variant.transfer);
  const bytes = await variant.bytes();
  const start = performance.now();
  const answer = await upload(server.url, member, slipForm(bytes, { name: variant.fileName }));
  const end =
    answer.status === 200
      ? await endOfSlip(member, (answer.body as { slip: SlipView }).slip._id)
      : refusal(answer);
  return { variant, actual: end === 'SUCCESS' ? 'READ' : end, tookMs: performance.now() - start };
}

/** Formats the table, with the time from upload to result. */
function tableOf(bankCode: string, rows: readonly Row[]): string {
  const lines = rows.map(({ variant, actual, tookMs }) =>
    [
      isExpected(variant, actual) ? '  ' : '!!',
      variant.name.padEnd(52),
      variant.expected[0].padEnd(27),
      actual.padEnd(27),
      `${tookMs.toFixed(0).padStart(6)} ms`,
    ].join(' '),
  );
  const readable = rows.filter(({ variant }) => variant.readable);
  const read = readable.filter(({ actual }) => actual === 'READ');
  const times = (of: readonly Row[]): string => {
    const sorted = of.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return `median ${median.toFixed(0)} ms, worst ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
  };
  const head = `   ${'slip'.padEnd(52)} ${'expected'.padEnd(27)} ${'actual'.padEnd(27)}      time`;
  const right = rows.filter(({ variant, actual }) => isExpected(variant, actual)).length;
  return [
    '',
    `${bankCode}: ${rows.length} files`,
    head,
    ...lines,
    `   ${read.length} of ${readable.length} readable slips read; ${right} of ${rows.length} ended as expected`,
    `   all: ${times(rows)}; readable: ${times(readable)}`,
    '',
  ].join('\n');
}
