import type { Currency, Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openStatement } from '../adapters/statements/open.ts';
import type { Database } from '../database/open.ts';
import type { ContentStore } from '../content/store.ts';
import { dayOf } from '../kernel/bangkok-time.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import type { ShownSender } from '../kernel/shown-sender.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { IncomingTransfers, type SlipCredit } from '../modules/incoming/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { StatementFiles } from '../modules/statement-files/service.ts';
import { STATEMENT_SHAPES, type StatementShape } from './statement-shapes.ts';

/** A payment that was really made. The model knows them; the product knows only what it is told. */
interface Payment {
  /** Number of the sender; the last one is no member. */
  sender: number;
  amount: number;
  minute: number;
  hasReference: boolean;
  hasSlip: boolean;
  /** The sender paid nothing: a payout to them, which the bank refused, came back. */
  isReturn?: boolean;
  /** The feed has left it out. */
  isMissed?: boolean;
}

/** A telling of the day's payments, or of one of them. */
type Telling =
  | { by: 'feed'; from: number; to: number }
  | { by: 'slip'; of: number }
  | { by: 'file'; file: DayFile };

/** A statement of the payments from one to another, written once or as often as it is told. */
interface DayFile {
  format: 'MT940' | 'CAMT.053';
  from: number;
  to: number;
  /** Whether the bank writes senders. */
  hasSenders: boolean;
  /** Number of the statement. */
  number: number;
  /** Something in the file that tells these bytes from another copy's. */
  copy: number;
}

export interface BankDay {
  payments: readonly Payment[];
  isFed: boolean;
  /** Whether files have returned money by a type of its own. */
  hasTypes?: boolean;
  /** How the bank writes MT940; as its standard says by default. */
  shape?: StatementShape;
  files: readonly DayFile[];
  /** Order in which all of it comes. */
  order: readonly number[];
}

const MEMBERS = 3;
/** Payouts are made by the clock, and come back within days. */
const DAY = dayOf(new Date());
const SENDERS: readonly ShownSender[] = [
  { bankCode: 'KBANK', accountNo: '1110000001', name: 'SOMCHAI JAIDEE' },
  { bankCode: 'KBANK', accountNo: '2220000002', name: 'MALEE RAKDEE' },
  { bankCode: 'SCB', accountNo: '3330000003', name: 'PRASIT SUKJAI' },
  { bankCode: 'SCB', accountNo: '9990000009', name: 'NOBODY KNOWN' },
];
const BANKS: Readonly<Record<string, string>> = { '004': 'KBANK', '014': 'SCB' };

const payment = fc.record({
  sender: fc.nat({ max: MEMBERS }),
  amount: fc.constantFrom(100, 250),
  minute: fc.nat({ max: 1_439 }),
  hasReference: fc.boolean(),
  hasSlip: fc.boolean(),
  isReturn: fc.nat({ max: 5 }).map((one) => one === 0),
  isMissed: fc.nat({ max: 7 }).map((one) => one === 0),
});

/** Days of few payments of few amounts and senders, so that many of them are alike. */
export const bankDay: fc.Arbitrary<BankDay> = fc
  .tuple(fc.array(payment, { minLength: 1, maxLength: 7 }), fc.boolean())
  .chain(([made, isFed]) => {
    const payments = made
      .map((one) => ({ ...one, isReturn: one.isReturn && one.sender < MEMBERS }))
      .toSorted((one, other) => one.minute - other.minute);
    // What the feed leaves out is in the files.
    const isWhole = isFed && payments.some(({ isMissed }) => isMissed);
    const file = fc.record({
      format: fc.constantFrom('MT940' as const, 'CAMT.053' as const),
      from: fc.constantFrom(0, isWhole ? 0 : Math.floor(payments.length / 2)),
      to: fc.constantFrom(payments.length, isWhole ? payments.length : Math.ceil(payments.length / 2)),
      hasSenders: fc.boolean(),
      number: fc.integer({ min: 1, max: 3 }),
      copy: fc.integer({ min: 1, max: 2 }),
    });
    return fc.record({
      payments: fc.constant(payments),
      isFed: fc.constant(isFed),
      hasTypes: fc.boolean(),
      shape: fc.constantFrom(...(Object.keys(STATEMENT_SHAPES) as StatementShape[])),
      files: fc.array(file, { minLength: 1, maxLength: 4 }),
      order: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
    });
  });

/** Every telling of a day, in its order; the feed's come in the order of time, a slip after its payment. */
function tellingsOf({ payments, isFed, files, order }: BankDay): Telling[] {
  const half = Math.floor(payments.length / 2);
  const all: Telling[] = [
    ...(isFed
      ? [
          { by: 'feed' as const, from: 0, to: half },
          { by: 'feed' as const, from: half, to: payments.length },
        ]
      : []),
    ...payments.flatMap(({ hasSlip, sender, isReturn }, of): Telling[] =>
      hasSlip && sender < MEMBERS && !isReturn ? [{ by: 'slip', of }] : [],
    ),
    ...files.map((file) => ({ by: 'file' as const, file })),
  ];
  return all
    .map((telling, index) => ({ telling, key: order[index % order.length] ?? 0 }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ telling }) => telling);
}

/** End of a day: for each amount, numbers of payments. */
export interface DayEnd {
  /** Credited to members, or kept for nobody because no member is known to have sent it. */
  credited: number;
  /** Waiting in suspense for a person who compares two reports, or a report and a payout. */
  waiting: number;
  /** Slips that wait for the bank. */
  held: number;
  made: number;
  /** Made by senders who are no members. */
  ofNobody: number;
  /** Payouts that came back. */
  returned: number;
  /**
   * Made, and told of by the bank. While it has told of a part of the day alone, an entry may be the payment of a slip that
   * is in another part.
   */
  told: number;
  /** For each member: credited, and made. */
  members: readonly { credited: number; made: number }[];
}

/** A bank's account of ours at which days happen. */
export class BankDays {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #incoming: IncomingTransfers;

  constructor(database: Database) {
    this.#database = database;
    this.#ledger = new Ledger(database);
    this.#incoming = new IncomingTransfers({
      database,
      ledger: this.#ledger,
      logger: createLogger('silent'),
    });
  }

  /** Lets a day happen at an account of its own. @returns its end by amount and sender */
  async play(day: BankDay): Promise<DayEnd[]> {
    const accountNo = BigInt(`0x${newId().replaceAll('-', '')}`).toString();
    const wallets = await Promise.all(
      SENDERS.slice(0, MEMBERS).map(() =>
        this.#ledger.openMemberAccount(this.#database.queries, {
          code: `member:${newId()}:wallet`,
          currency: 'BAHT',
        }),
      ),
    );
    const world = { accountNo, wallets, tag: newId().slice(-8), ...day };
    await this.#payOut(world);
    const tellings = tellingsOf(day);
    for (const telling of tellings) await this.#tell(world, telling);
    // A slip that waited is looked at again, and the feed is read again from its beginning.
    const held: number[] = [];
    for (const telling of tellings) {
      if (telling.by === 'slip' && (await this.#tellBySlip(world, telling.of)) === 'held')
        held.push(telling.of);
      if (telling.by === 'feed') await this.#tell(world, telling);
    }
    return this.#endOf(world, tellings, held);
  }

  /** Has a payout refused by the bank for each that comes back. */
  async #payOut({ payments, wallets }: World): Promise<void> {
    const [bank, payout] = await Promise.all([
      this.#ledger.house('bank:0', 'BAHT'),
      this.#ledger.house('bank:payout', 'BAHT'),
    ]);
    for (const { amount, sender } of payments.filter(({ isReturn }) => isReturn)) {
      const [id, wallet, money] = [newId(), wallets[sender]!, BigInt(amount * 100) as Minor];
      const paid = { provider: 'KBANK', reference: newId() };
      await this.#ledger.submit({
        id: newId(),
        debit: bank,
        credit: wallet,
        amount: money,
        kind: 'deposit',
        pending: false,
        detail: paid,
      });
      const { bankCode, accountNo: bankAccountNo, name: bankAccountName } = SENDERS[sender]!;
      await this.#ledger.submit({
        id,
        debit: wallet,
        credit: payout,
        amount: money,
        kind: 'withdraw',
        pending: true,
        detail: { bankCode, bankAccountNo, bankAccountName },
      });
      await this.#database.queries
        .insertInto('payout_decision')
        .values({ transfer_id: id, decision: 'hand_over', orders: 1, decided_at: timeOf(-60) })
        .execute();
      await this.#ledger.settle({ id, result: 'void', outcome: { reason: 'refused_by_bank' } });
    }
  }

  async #tell(world: World, telling: Telling): Promise<void> {
    if (telling.by === 'feed') {
      for (let no = telling.from; no < telling.to; no += 1) await this.#tellByFeed(world, no);
    } else if (telling.by === 'slip') {
      await this.#tellBySlip(world, telling.of);
    } else {
      await this.#tellByFile(world, telling.file);
    }
  }

  async #tellByFeed(world: World, no: number): Promise<void> {
    if (world.payments[no]!.isMissed) return;
    const told = transferOf(world, no);
    await this.#incoming.fromFeed({ ...told, reference: `${world.tag}F${no}` }, payeeOf(world, told.from));
  }

  async #tellBySlip(world: World, no: number): Promise<SlipCredit | undefined> {
    const transfer = { ...transferOf(world, no), sendingBank: '004', reference: `${world.tag}S${no}` };
    const payee = payeeOf(world, transfer.from);
    if (payee === 'no_member') return undefined;
    return this.#incoming.inTurn(transfer, (tx) =>
      this.#incoming.fromSlipIn(tx, transfer, payee, new Date(0)),
    );
  }

  async #tellByFile(world: World, file: DayFile): Promise<void> {
    const text = file.format === 'MT940' ? mt940(world, file) : camt053(world, file);
    const banks = [{ bankType: 'BANK', bankAccountNo: world.accountNo, currency: 'BAHT' }];
    const files = new StatementFiles({
      database: this.#database,
      content: { get: async () => ({ depositAccounts: { banks } }) } as unknown as ContentStore,
      openStatement: (bytes) =>
        openStatement(bytes, {
          bankCodeOf: (number) => BANKS[number] ?? '',
          senderIn: () => 'subfields' as const,
        }),
      take: ({ credit, noPayment }, place) => {
        const from = {
          bankCode: credit.fromBankCode,
          accountNo: credit.fromAccountNo,
          name: credit.fromName,
        };
        return this.#incoming.fromFile({ credit, currency: 'BAHT', noPayment }, place, payeeOf(world, from));
      },
      rejected: new RejectedEntries(this.#database),
    });
    const read = await files.read({
      name: 'day',
      cameAt: new Date(),
      open: async function* () {
        yield Buffer.from(text);
      },
    });
    if (read.outcome === 'unreadable' || read.aside > 0) throw new Error(JSON.stringify(read));
  }

  async #endOf(
    { accountNo, payments, wallets }: World,
    tellings: readonly Telling[],
    held: readonly number[],
  ): Promise<DayEnd[]> {
    const { rows } = await sql<{ amount: Minor; owner: AccountId; isWaiting: boolean }>`
      select t.amount, coalesce(o.credit_account, t.credit_account) as owner, (o.id is null and (t.detail ? 'maybe' or t.detail ->> 'unmatched' = 'bank_return'
            or exists (select from returned_payout p where p.deposit_id = i.id))) as "isWaiting"
        from incoming_transfer i join ledger_transfer t on t.id = i.id
        left join ledger_transfer o on o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text
        where i.account_no = ${accountNo}`.execute(this.#database.queries);
    const isToldByBank = (no: number): boolean =>
      tellings.some((telling) => {
        if (telling.by === 'slip' || (telling.by === 'feed' && payments[no]!.isMissed)) return false;
        const { from, to } = telling.by === 'feed' ? telling : telling.file;
        return no >= from && no < to;
      });
    return [100, 250].map((amount) => {
      const all = payments.map((one, no) => ({ ...one, no })).filter((one) => one.amount === amount);
      const made = all.filter(({ isReturn }) => !isReturn);
      const booked = rows.filter((row) => row.amount === BigInt(amount * 100));
      const waiting = booked.filter(({ isWaiting }) => isWaiting).length;
      return {
        credited: booked.length - waiting,
        waiting,
        held: made.filter(({ no }) => held.includes(no)).length,
        made: made.length,
        ofNobody: made.filter(({ sender }) => sender === MEMBERS).length,
        returned: all.length - made.length,
        told: made.filter(({ no }) => isToldByBank(no)).length,
        members: wallets.map((wallet, sender) => ({
          credited: booked.filter(({ owner }) => owner === wallet).length,
          made: made.filter((one) => one.sender === sender).length,
        })),
      };
    });
  }
}

interface World extends BankDay {
  accountNo: string;
  wallets: readonly AccountId[];
  tag: string;
}

function transferOf({ accountNo, payments }: World, no: number) {
  const { amount, minute, sender } = payments[no]!;
  return {
    accountNo,
    currency: 'BAHT' as Currency,
    amount: BigInt(amount * 100) as Minor,
    at: timeOf(minute),
    from: SENDERS[sender]!,
  };
}

const timeOf = (minute: number): Date =>
  new Date(new Date(`${DAY}T00:00:00+07:00`).getTime() + minute * 60_000);

const payeeOf = ({ wallets }: World, { accountNo }: ShownSender): AccountId | 'no_member' => {
  const sender = SENDERS.findIndex((one) => one.accountNo === accountNo);
  return wallets[sender] ?? 'no_member';
};

const bankNumberOf = (code: string): string =>
  Object.keys(BANKS).find((number) => BANKS[number] === code) ?? '';

/** The bank's own reference, the same in both formats; empty where the bank writes none for this payment. */
const referenceOf = ({ tag, payments }: World, no: number): string =>
  payments[no]!.hasReference ? `${tag}B${no}` : '';

/** Sum of the payments before one, in baht. */
const sumBefore = ({ payments }: World, no: number): number =>
  payments.slice(0, no).reduce((sum, { amount }) => sum + amount, 0);

function mt940(world: World, { from, to, hasSenders, number, copy }: DayFile): string {
  const date = DAY.slice(2).replaceAll('-', '');
  const lines = world.payments.slice(from, to).map(({ amount, sender, isReturn }, index) => {
    const { bankCode, accountNo, name } = SENDERS[sender]!;
    const reference = referenceOf(world, from + index);
    const about = hasSenders
      ? `:86:?30${bankNumberOf(bankCode)}?31${accountNo}?32${name}\n`
      : ':86:TRANSFER\n';
    const type = isReturn && world.hasTypes ? 'NRTI' : 'NTRF';
    return `:61:${date}C${amount},00${type}NONREF${reference && `//${reference}`}\n${about}`;
  });
  const [opening, closing] = [sumBefore(world, from), sumBefore(world, to)];
  const text = `:20:COPY${copy}\n:25:${world.accountNo}\n:28C:${number}/1\n:60F:C${date}THB${opening},00\n${lines.join('')}:62F:C${date}THB${closing},00\n`;
  return world.shape ? STATEMENT_SHAPES[world.shape](text) : text;
}

function camt053(world: World, { from, to, hasSenders, number, copy }: DayFile): string {
  const entries = world.payments.slice(from, to).map(({ amount, sender, minute, isReturn }, index) => {
    const { bankCode, accountNo, name } = SENDERS[sender]!;
    const reference = referenceOf(world, from + index);
    const parties = `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr><DbtrAcct><Id><Othr><Id>${accountNo}</Id></Othr></Id></DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>${bankNumberOf(bankCode)}</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>`;
    return (
      `<Ntry><Amt Ccy="THB">${amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><DtTm>${timeOf(minute).toISOString()}</DtTm></BookgDt><AcctSvcrRef>${reference || 'NOTPROVIDED'}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls>${hasSenders ? parties : ''}${isReturn && world.hasTypes ? '<RtrInf/>' : ''}</TxDtls></NtryDtls></Ntry>`
    );
  });
  return (
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${copy}</MsgId></GrpHdr>` +
    `<Stmt><Id>${copy}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><Acct><Id><Othr><Id>${world.accountNo}</Id></Othr></Id></Acct>` +
    `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">${sumBefore(world, from)}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>` +
    `${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}
