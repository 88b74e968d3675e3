import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/world.ts';
import { JournalError } from './journal.ts';
import type { PaymentRecord } from './records.ts';
import { Store, type Change } from './store.ts';

const payment = (paymentId: string, amount: bigint): PaymentRecord => ({
  paymentId,
  provider: 'KBANK',
  // Text that looks like an amount stays text.
  reference: '100',
  amountMinor: minor(amount),
  paidAt: 1,
});

const put = (id: string, amount: bigint): Change => ({
  table: 'payments',
  key: id,
  value: payment(id, amount),
});

const journalOf = (folder: string): string => join(folder, 'journal.jsonl');

describe('the store', () => {
  it('has after a restart what was committed, amounts as integers and in the old order', async () => {
    const folder = await temporaryFolder();
    const store = new Store(folder);
    store.commit([put('a', 9_007_199_254_740_993n), put('b', 2n)]);
    store.commit([put('a', 3n), { table: 'payments', key: 'c', value: null }, put('d', -4n)]);
    store.close();

    const again = new Store(folder);
    expect(again.list('payments')).toEqual([payment('a', 3n), payment('b', 2n), payment('d', -4n)]);
    again.close();
  });

  it('has on disk what it has committed, without being closed', async () => {
    const folder = await temporaryFolder();
    const killed = new Store(folder);
    killed.commit([put('a', 5n)]);

    const again = new Store(folder);
    expect(again.get('payments', 'a')).toEqual(payment('a', 5n));
    again.close();
    killed.close();
  });

  it('drops a torn last line, whole commit and all, and goes on from there', async () => {
    const folder = await temporaryFolder();
    const store = new Store(folder);
    store.commit([put('a', 1n)]);
    const whole = readFileSync(journalOf(folder)).length;
    store.commit([put('a', 2n), put('b', 3n)]);
    const torn = readFileSync(journalOf(folder)).length;
    store.close();
    for (const size of [torn - 1, whole + 1]) {
      truncateSync(journalOf(folder), size);
      const again = new Store(folder);
      expect(again.list('payments')).toEqual([payment('a', 1n)]);
      again.close();
    }
    const after = new Store(folder);
    after.commit([put('c', 4n)]);
    after.close();
    const last = new Store(folder);
    expect(last.list('payments')).toEqual([payment('a', 1n), payment('c', 4n)]);
    last.close();
  });

  it('writes a line for what is there at the start, not for all that was', async () => {
    const folder = await temporaryFolder();
    const store = new Store(folder);
    for (let amount = 0n; amount < 50n; amount += 1n) store.commit([put('a', amount)]);
    store.close();
    new Store(folder).close();
    const lines = readFileSync(journalOf(folder), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
  });

  it.each([
    ['a damaged line in the middle', '{"format":"krapao-sandbox","version":1}\n[["payments"\n[]\n', /line 2/],
    ['a table it does not know', '{"format":"krapao-sandbox","version":1}\n[["wives","a",1]]\n', /line 2/],
    ['a file of something else', 'hello\n', /not a journal/],
  ])('refuses %s and leaves it alone', async (_what, text, message) => {
    const folder = await temporaryFolder();
    writeFileSync(journalOf(folder), text);
    expect(() => new Store(folder)).toThrow(message);
    expect(readFileSync(journalOf(folder), 'utf8')).toBe(text);
  });

  it('refuses a folder that cannot be one', async () => {
    const folder = await temporaryFolder();
    appendFileSync(join(folder, 'file'), '');
    expect(() => new Store(join(folder, 'file'))).toThrow(JournalError);
  });

  it('changes nothing when the journal was taken over by another sandbox', async () => {
    const folder = await temporaryFolder();
    const first = new Store(folder);
    const second = new Store(folder);
    expect(() => first.commit([put('a', 1n)])).toThrow(/another sandbox/);
    expect(first.list('payments')).toEqual([]);
    first.close();
    second.close();
  });

  it('is the same after any commits and restarts', () => {
    const change = fc.oneof(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        amount: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      }),
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), amount: fc.constant(null) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }),
        fc.nat(7),
        (commits, restart) => {
          const folder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-'));
          const plain = new Store(null);
          let kept = new Store(folder);
          for (const [index, changes] of commits.entries()) {
            const made = changes.map(({ id, amount }): Change =>
              amount === null ? { table: 'payments', key: id, value: null } : put(id, amount),
            );
            plain.commit(made);
            kept.commit(made);
            if (index !== restart) continue;
            kept.close();
            kept = new Store(folder);
          }
          kept.close();
          kept = new Store(folder);
          expect(kept.entries('payments')).toEqual(plain.entries('payments'));
          kept.close();
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: 50 },
    );
  });
});
