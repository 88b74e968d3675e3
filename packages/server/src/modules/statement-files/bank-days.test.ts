import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import type { Database } from '../../database/open.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { bankDay, BankDays, type BankDay } from '../../testing/bank-days.ts';

/** The long form: `BANK_DAYS=1000 npx vitest run bank-days`. */
const DAYS = Number(process.env['BANK_DAYS'] || 40);

/** Returns an example as often as random ids need to show what it is about. */
const often = (day: BankDay): BankDay[] => Array.from({ length: 4 }, () => day);
const orderOf = (...first: number[]): number[] => [
  ...first,
  ...Array.from({ length: 20 - first.length }, () => 0),
];
const file = (
  format: BankDay['files'][number]['format'],
  from: number,
  to: number,
  { hasSenders = false, number = 1 } = {},
) => ({ format, from, to, hasSenders, number, copy: 1 });

/** A copy of a statement names the senders that the first did not. */
const ENTRIES_WITH_AND_WITHOUT_REFERENCES: BankDay = {
  payments: [2, 2, 1].map((sender, no) => ({
    sender,
    amount: 100,
    minute: no * 600,
    hasReference: no > 0,
    hasSlip: no === 1,
  })),
  isFed: false,
  files: [file('MT940', 0, 3, { number: 2 }), file('MT940', 0, 3, { hasSenders: true, number: 2 })],
  order: orderOf(1, 0, 2),
};

/** A statement without senders comes first, and the feed takes its entries for others. */
const ENTRIES_BEFORE_THE_FEED: BankDay = {
  payments: [
    { sender: 1, minute: 180 },
    { sender: 2, minute: 452, hasSlip: true },
    { sender: 2, minute: 1056 },
    { sender: 3, minute: 1367 },
  ].map(({ sender, minute, hasSlip = false }) => ({
    sender,
    amount: 250,
    minute,
    hasReference: minute < 500,
    hasSlip,
  })),
  isFed: true,
  files: [
    file('CAMT.053', 0, 4, { hasSenders: true }),
    file('MT940', 0, 4),
    file('CAMT.053', 2, 4),
    file('MT940', 0, 4),
  ],
  order: orderOf(1, 1, 1, 1, 1, 0, 1),
};

/** A part of a statement with senders comes before the whole without, whose first entry takes the other's place. */
const PART_BEFORE_THE_WHOLE: BankDay = {
  payments: [
    { sender: 0, amount: 100, minute: 194, hasReference: true, hasSlip: false, isReturn: true },
    { sender: 3, amount: 250, minute: 1263, hasReference: false, hasSlip: false },
    { sender: 0, amount: 250, minute: 1430, hasReference: true, hasSlip: true },
  ],
  isFed: true,
  files: [
    file('CAMT.053', 0, 3),
    file('MT940', 0, 3),
    file('MT940', 0, 3),
    file('CAMT.053', 1, 2, { hasSenders: true }),
  ],
  order: orderOf(0, 0, 0, 21, 21, 21),
};

/** A copy with senders comes last, and the feed has taken the entries of the first for one another. */
const COPY_AFTER_THE_FEED: BankDay = {
  payments: [
    { sender: 0, amount: 100, minute: 355 },
    { sender: 3, amount: 250, minute: 669, hasReference: true, hasSlip: true },
    { sender: 3, amount: 250, minute: 918 },
    { sender: 2, amount: 250, minute: 942, hasReference: true },
    { sender: 3, amount: 250, minute: 1165 },
    { sender: 0, amount: 100, minute: 1202, hasSlip: true, isMissed: true },
  ].map((one) => ({ hasReference: false, hasSlip: false, ...one })),
  isFed: true,
  files: [file('MT940', 0, 6, { hasSenders: true }), file('MT940', 0, 6)],
  order: orderOf(3, 4, 0, 5, 2),
};

const EXAMPLES = [
  ENTRIES_WITH_AND_WITHOUT_REFERENCES,
  ENTRIES_BEFORE_THE_FEED,
  PART_BEFORE_THE_WHOLE,
  COPY_AFTER_THE_FEED,
].flatMap(often);

describe('random days at a bank account', () => {
  let database: Database;
  let days: BankDays;

  beforeAll(async () => {
    database = await postgresDatabase();
    days = new BankDays(database);
  });
  afterAll(async () => {
    expect(await auditLedger(database)).toEqual([]);
    await database.close();
  });

  it(
    'credit each payment once, or leave it to a person, and none for money of ours, whatever feed, slips and files tell in which order',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, async (day) => {
          for (const end of await days.play(day)) {
            const { credited, waiting, held, made, returned, told, members } = end;
            // Returned money without type and sender is kept for nobody.
            expect(credited).toBeLessThanOrEqual(made + returned);
            expect(credited + waiting + held).toBeGreaterThanOrEqual(told);
            for (const own of members) expect(own.credited).toBeLessThanOrEqual(own.made);
          }
        }),
        { numRuns: DAYS, examples: EXAMPLES.map((day) => [day]) },
      );
      expect(await statementDayCheck(database, new Date(0)).run()).toEqual([]);
    },
    DAYS * 5_000,
  );

  /** Days whose payments are far enough apart for feed and slips: within ten minutes a person compares them (ADR 26). */
  const wholeDay = (day: BankDay, file: Partial<BankDay['files'][number]>): BankDay => ({
    ...day,
    payments: day.payments.map((one, no) => ({ ...one, minute: no * 20, isMissed: false })),
    isFed: true,
    hasTypes: true,
    files: [{ ...day.files[0]!, ...file, from: 0, to: day.payments.length }],
  });
  const expectWhole = async (day: BankDay): Promise<void> => {
    for (const { credited, waiting, made, ofNobody, returned, members } of await days.play(day)) {
      // Of a member whose payout came back, a person tells which is which.
      if (returned > 0) {
        expect(credited).toBeLessThanOrEqual(made);
        expect(credited + waiting).toBeGreaterThanOrEqual(made + returned);
        for (const own of members) expect(own.credited).toBeLessThanOrEqual(own.made);
        continue;
      }
      expect(credited + waiting).toBe(made);
      // Money of nobody may be beside another payment while no sender is told.
      expect(waiting).toBeLessThanOrEqual(day.files[0]!.hasSenders ? 0 : ofNobody);
      expect(members).toEqual(members.map((own) => ({ ...own, credited: own.made })));
    }
  };

  it(
    'credit every member and leave nothing but returns to a person where one whole statement comes beside feed and slips',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, (day) => expectWhole(wholeDay(day, { hasSenders: true }))),
        { numRuns: DAYS },
      );
    },
    DAYS * 5_000,
  );

  it(
    'credit every member though the statement tells no sender, where the feed tells them',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, (day) => {
          const payments = day.payments.map((one) => ({ ...one, hasSlip: false, isReturn: false }));
          return expectWhole(wholeDay({ ...day, payments }, { hasSenders: false }));
        }),
        { numRuns: DAYS },
      );
    },
    DAYS * 5_000,
  );
});
