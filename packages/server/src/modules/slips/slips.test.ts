import assert from 'node:assert/strict';
import type { SlipReason } from '@krapao/contract/errors';
import { SLIP_MAX_BYTES } from '@krapao/contract/limits';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSlipLookup } from '../../adapters/slip-lookup-service.ts';
import type { Content } from '../../content/schema.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import type { Registration, TestMember } from '../../testing/members.ts';
import { COUNTERPARTY_TIMEOUT_MS, SECRET } from '../../testing/counterparties-world.ts';
import { inWhole } from '../../testing/forms.ts';
import {
  endOfSlip,
  qrPicture,
  refusedUpload,
  slipById,
  slipForm,
  slipsOf,
  slipText,
  transferBy,
  upload,
  uploadSlip,
  type Transfer,
} from '../../testing/slips.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { storedFiles } from '../../testing/stored-files.ts';
import { SHELL } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { workOffRounds } from '../../testing/work-off.ts';
import { IncomingTransfers } from '../incoming/service.ts';
import { SenderFinder } from '../senders/service.ts';
import { SlipPipeline, type SlipPipelineParts } from './pipeline.ts';
import { SuspenseService } from '../suspense/service.ts';
import { SlipReader } from './reader/slip-reader.ts';
import { addSlip, claimDueSlips, endSlip, postponeSlip } from './repo.ts';

/** PGlite starts slowly, and pictures are processed on the same two cores. */
const PGLITE_MS = 60_000;
const MINUTE_MS = 60_000;

/** The lane of the slips that members of these tests upload. */
const ANY_BANK = [{ lane: 'bank 004', room: 1 }];

let accounts = 0;
/** Returns an account number with unique visible digits. */
const nextAccount = (): string => `70000${String((accounts += 1)).padStart(4, '0')}5`;

/** Shows every account except the one at SCB. */
function openAccounts(content: Content): void {
  for (const account of content.depositAccounts.banks) account.enabled = account.bankCode !== 'SCB';
}

const join = (server: TestServer, changes: Partial<Registration> = {}): Promise<TestMember> =>
  server.members.join({ bankAccountNo: nextAccount(), ...changes });

describe('slips, without the bank’s feed', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ content: openAccounts });
  });
  afterAll(() => server.stop());

  /** Uploads a slip. @returns the final status */
  const outcome = async (member: TestMember, picture: Uint8Array): Promise<string> =>
    endOfSlip(member, (await uploadSlip(server.url, member, picture))._id);

  it('credits what the bank says was transferred', async () => {
    const member = await join(server);
    const { reference, picture } = await transferBy(server.world, member, { amount: 1234.56 });
    const taken = await uploadSlip(server.url, member, picture);
    expect(taken).toMatchObject({ status: 'PENDING', step: 'received', amount: 0, note: '', reference: '' });
    expect(await endOfSlip(member, taken._id)).toBe('SUCCESS');
    expect(await slipsOf(member)).toEqual([
      { ...taken, status: 'SUCCESS', step: 'done', amount: 1234.56, reference },
    ]);
    expect((await member.wallet()).amount).toBe(1234.56);
    expect(await member.statement()).toMatchObject([
      { statementType: 'deposit', from: 'KBANK', amount: 1234.56, status: 'SUCCESS' },
    ]);
  });

  it('credits a transfer once, whoever uploads its slip and however often', async () => {
    const [member, other] = await Promise.all([join(server), join(server)]);
    const { picture } = await transferBy(server.world, member);
    const slips = await Promise.all(Array.from({ length: 5 }, () => uploadSlip(server.url, member, picture)));
    const ends = await Promise.all(slips.map(({ _id }) => endOfSlip(member, _id)));
    expect(ends.toSorted()).toEqual([...Array<string>(4).fill('SLIP_REFNO_DUPLICATED'), 'SUCCESS']);
    expect(await outcome(member, picture)).toBe('SLIP_REFNO_DUPLICATED');
    expect(await outcome(other, picture)).toBe('SLIP_REFNO_DUPLICATED');
    expect((await member.wallet()).amount).toBe(500);
    expect((await other.wallet()).amount).toBe(0);
  });

  it('does not let a stranger’s upload stand in the way of the sender’s', async () => {
    const [member, stranger] = await Promise.all([join(server), join(server)]);
    const { picture } = await transferBy(server.world, member);
    expect(await outcome(stranger, picture)).toBe('NOT_MATCH');
    expect(await outcome(member, picture)).toBe('SUCCESS');
    expect((await stranger.wallet()).amount).toBe(0);
  });

  it.each<[string, SlipReason, Transfer]>([
    ['somebody else sent', 'NOT_MATCH', { fromAccountNo: '9999999999' }],
    ['came from the same number at another bank', 'NOT_MATCH', { fromBankCode: 'BBL' }],
    ['went to an account that is not ours', 'DEST_ACC_INVALID', { toAccountNo: '5550009999' }],
    [
      'went to an account that is not shown',
      'DEST_ACC_INVALID',
      { toBankCode: 'SCB', toAccountNo: '0002345683' },
    ],
  ])('refuses a transfer that %s: %s', async (_, reason, transfer) => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, transfer);
    expect(await outcome(member, picture)).toBe(reason);
    expect((await member.wallet()).amount).toBe(0);
  });

  it('goes by the name where the visible digits are those of two members', async () => {
    const digits = nextAccount();
    const first = await join(server, { bankAccountNo: digits, bankAccountName: 'SOMYING JAIDEE' });
    const second = await join(server, {
      bankAccountNo: `8${digits.slice(1)}`,
      bankAccountName: 'MALEE RAKDEE',
    });
    const { picture } = await transferBy(server.world, second);
    expect(await outcome(first, picture)).toBe('NOT_MATCH');
    expect(await outcome(second, picture)).toBe('SUCCESS');
  });

  it.each<[string, SlipReason, () => Promise<Buffer>]>([
    ['an unknown transfer', 'EXPIRED_SLIP', () => qrPicture(slipText('004', '20260101AAAAAAAAAAAA'))],
    [
      'a payment code',
      'INVALID_SLIP',
      () => qrPicture('00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF'),
    ],
    [
      'a code that says something wrong',
      'UNSTABLE_REFNO_ON_SLIP',
      () => qrPicture(`${slipText('004', '20260101AAAAAAAAAAAA').slice(0, -4)}0000`),
    ],
    [
      'a single pixel',
      'IMG_SIZE_UNABLE_TO_PROCESS',
      () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
    ],
  ])('refuses %s: %s', async (_, reason, draw) => {
    const member = await join(server);
    const slip = await uploadSlip(server.url, member, await draw());
    expect(await endOfSlip(member, slip._id)).toBe(reason);
    expect(await slipById(member, slip._id)).toMatchObject({ status: 'FAILED', step: 'done', amount: 0 });
  });

  it('takes exactly one picture of at most ten megabytes, by what it is', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member);
    const padded = (bytes: number): Buffer => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    const two = slipForm(picture);
    two.append('file', new Blob([Uint8Array.from(picture)]), 'another.jpg');
    const words = new FormData();
    words.append('file', 'a picture of a slip');
    const refused = (body: FormData | string, headers = {}): Promise<string> =>
      refusedUpload(server.url, member, body, headers);

    expect(await refused(slipForm(Buffer.from('%PDF-1.7 slip')))).toBe('SLIP_INVALID_FILE');
    expect(await refused(slipForm(picture.subarray(0, 9_000)))).toBe('SLIP_INVALID_FILE');
    expect(await refused(slipForm(padded(SLIP_MAX_BYTES + 1)))).toBe('SLIP_INVALID_FILE');
    expect(await refused(slipForm(Buffer.alloc(3 * SLIP_MAX_BYTES)))).toBe('SLIP_INVALID_FILE');
    expect(await refused(two)).toBe('SLIP_INVALID_FILE');
    expect(await refused(slipForm(picture, { field: 'picture' }))).toBe('SLIP_NO_FILE');
    expect(await refused(slipForm(Buffer.alloc(0)))).toBe('SLIP_NO_FILE');
    expect(await refused(words)).toBe('SLIP_NO_FILE');
    expect(await refused(new FormData())).toBe('SLIP_NO_FILE');
    expect(await refused('{}', { 'content-type': 'application/json' })).toBe('SLIP_NO_FILE');
    expect(await slipsOf(member)).toEqual([]);

    const atTheLimit = await upload(
      server.url,
      member,
      slipForm(padded(SLIP_MAX_BYTES), { name: 'slip.pdf' }),
    );
    expect(atTheLimit.status).toBe(200);
  });

  it('asks who uploads before it reads what', async () => {
    const stranger = { token: 'nobody' };
    expect(await refusedUpload(server.url, stranger, slipForm(Buffer.alloc(100)))).toBe('INVALID_USER_1');
  });

  it('takes one intent for one slip, however often it is sent', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member);
    const headers = { 'idempotency-key': 'the-same-intent' };
    const slips = await Promise.all(
      Array.from({ length: 3 }, () => uploadSlip(server.url, member, picture, headers)),
    );
    expect(new Set(slips.map(({ _id }) => _id)).size).toBe(1);
    expect(await endOfSlip(member, slips[0]?._id ?? '')).toBe('SUCCESS');
    expect(await slipsOf(member)).toHaveLength(1);
  });

  it('lists a member’s own slips by pages, newest first', async () => {
    const [member, other] = await Promise.all([join(server), join(server)]);
    const blank = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await uploadSlip(server.url, member, blank))._id);
    const page = async (number: number) => {
      const { total, slips } = await member.api.ok('POST /api/statement/slip', {
        body: { page: number, limit: 2 },
      });
      return { total, ids: slips.map(({ _id }) => _id) };
    };
    expect(await page(1)).toEqual({ total: 5, ids: ids.slice(0, 2) });
    expect(await page(3)).toEqual({ total: 5, ids: ids.slice(4) });
    expect(await page(4)).toEqual({ total: 5, ids: [] });
    expect(await slipsOf(other)).toEqual([]);
  });

  it('takes no more than two hundred slips of a member in a day', async () => {
    const member = await join(server);
    await sql`
      insert into slip (id, member_id, state, step)
        select gen_random_uuid(), m.id, 'failed', 'done' from generate_series(1, 200), member m
          where m.username = ${member.registration.username}`.execute(server.database.queries);
    expect(await refusedUpload(server.url, member, slipForm(await qrPicture('x')))).toBe('SLIP_UPLOAD_FAIL');
  });

  it('says so when the picture has vanished', async () => {
    const member = await join(server);
    const id = newId();
    const { id: memberId } = await server.database.queries
      .selectFrom('member')
      .select('id')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    const many = { most: 10, since: new Date(0) };
    await addSlip(server.database, { id, memberId, createdAt: new Date(), note: '' }, null, many);
    await withPipeline(server, async (pipeline) => {
      await pipeline.round();
      expect(await endOfSlip(member, id)).toBe('UPLOADED_FILE_NOT_EXIST');
    });
  });
});

/** Runs a pipeline of another process on the same database. */
async function withPipeline(
  server: TestServer,
  work: (pipeline: SlipPipeline) => Promise<void>,
  changes: Partial<SlipPipelineParts> = {},
): Promise<void> {
  const logger = createLogger('silent');
  const pipeline = new SlipPipeline({
    database: server.database,
    files: storedFiles(server.database),
    reader: new SlipReader(),
    lookup: createSlipLookup({
      baseUrl: `${server.world.url}/slip`,
      secret: SECRET,
      timeoutMs: COUNTERPARTY_TIMEOUT_MS,
    }),
    off: new Set(),
    incoming: new IncomingTransfers({
      database: server.database,
      ledger: new Ledger(server.database),
      logger,
    }),
    senders: new SenderFinder({ database: server.database, logger }),
    content: server.content,
    clock: systemClock,
    logger,
    everyMs: 20,
    ...changes,
  });
  try {
    await work(pipeline);
  } finally {
    await pipeline.stop();
  }
}

/** Makes a waiting slip due at once. */
async function becomesDue(server: TestServer, id: string): Promise<void> {
  await sql`update slip set next_at = now() where id = ${id}`.execute(server.database.queries);
}

/** Has a slip looked up and postponed, for that many times in all. */
const waits = (server: TestServer, member: TestMember, id: string, attempts = 1): Promise<void> =>
  server.whenDone(async () => {
    expect(await slipById(member, id)).toMatchObject({ status: 'PENDING', step: 'waiting', note: '' });
    const row = await scheduleOf(server, id);
    expect(row.attempts).toBe(attempts);
    // During a look-up, `next_at` is the end of the one-minute lease.
    expect(row.waitS < 30 || row.waitS > 60).toBe(true);
  });

describe('slips, when the bank does not answer', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ content: openAccounts, clock });
  });
  afterEach(() => server.world.heal());
  afterAll(() => server.stop());

  it.each(['delayed', 'quota', 'http_500', 'timeout_before_commit'] as const)(
    'stays in processing under %s, and is asked again',
    async (fault) => {
      const member = await join(server);
      const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
      await server.world.fault('slip', fault);
      const { _id } = await uploadSlip(server.url, member, picture);
      await waits(server, member, _id);
      await becomesDue(server, _id);
      await waits(server, member, _id, 2);
      await server.world.heal();
      await becomesDue(server, _id);
      expect(await endOfSlip(member, _id)).toBe('SUCCESS');
      expect((await member.wallet()).amount).toBe(500);
    },
  );

  it('waits for as long as a delayed bank says', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
    await server.world.fault('slip', 'delayed');
    const { _id } = await uploadSlip(server.url, member, picture);
    await waits(server, member, _id);
    const { waitS } = await scheduleOf(server, _id);
    expect(waitS).toBeGreaterThan(14 * 60);
    expect(waitS).toBeLessThanOrEqual(15 * 60);
  });

  it('judges the age of a transfer by when its slip was uploaded', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
    clock.forward(59 * MINUTE_MS);
    await server.world.fault('slip', 'delayed');
    const inTime = await uploadSlip(server.url, member, picture);
    await waits(server, member, inTime._id);
    // 30 minutes are enough: transfers are dated by a running clock, while this one stands still.
    clock.forward(30 * MINUTE_MS);
    await server.world.heal();
    await becomesDue(server, inTime._id);
    expect(await endOfSlip(member, inTime._id)).toBe('SUCCESS');

    const late = await transferBy(server.world, member, { toSomebodyElse: true });
    const { _id } = await uploadSlip(server.url, member, late.picture);
    expect(await endOfSlip(member, _id)).toBe('EXPIRED_SLIP');
  });

  it('gives up after a day', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
    await server.world.fault('slip', 'http_500');
    const { _id } = await uploadSlip(server.url, member, picture);
    await waits(server, member, _id);
    clock.forward(24 * 60 * MINUTE_MS + 1);
    await becomesDue(server, _id);
    expect(await endOfSlip(member, _id)).toBe('UNKNOW_ERROR');
  });
});

async function scheduleOf(server: TestServer, id: string): Promise<{ attempts: number; waitS: number }> {
  const { rows } = await sql<{ attempts: number; waitS: number }>`
    select attempts, extract(epoch from next_at - now())::float as "waitS" from slip where id = ${id}`.execute(
    server.database.queries,
  );
  const [row] = rows;
  assert.ok(row);
  return row;
}

describe('slips and the bank’s feed', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ content: openAccounts });
  });
  afterAll(() => server.stop());

  it('credit one transfer once, whichever hears of it first', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { amount: 300 });
    await server.workOff();
    expect((await member.wallet()).amount).toBe(300);
    const { _id } = await uploadSlip(server.url, member, picture);
    expect(await endOfSlip(member, _id)).toBe('SUCCESS');
    expect(await slipById(member, _id)).toMatchObject({ amount: 300 });
    expect((await member.wallet()).amount).toBe(300);
    expect(await member.statement()).toHaveLength(1);
  });

  /** Makes a transfer that the feed put into suspense, since its sender is not a member yet. */
  const suspended = async () => {
    const sender = nextAccount();
    const sent = await transferBy(server.world, await join(server), { fromAccountNo: sender });
    const suspense = new SuspenseService({
      database: server.database,
      ledger: new Ledger(server.database),
    });
    const deposit = await server.whenDone(async () => {
      const found = (await suspense.list()).find(
        ({ detail }) => detail.reference === sent.statementReference,
      );
      expect(found).toBeDefined();
      return found!;
    });
    const late = await join(server, { bankAccountNo: sender });
    return { late, deposit, suspense, picture: sent.picture };
  };

  it('wait for a person where the feed has put the money into suspense', async () => {
    const { late, deposit, suspense, picture } = await suspended();
    const { _id } = await uploadSlip(server.url, late, picture);
    await waits(server, late, _id);
    expect((await late.wallet()).amount).toBe(0);
    await suspense.assign(deposit.id, late.registration.username, SHELL);
    await becomesDue(server, _id);
    expect(await endOfSlip(late, _id)).toBe('SUCCESS');
    expect((await late.wallet()).amount).toBe(500);
  });

  it('fail where the person gave the money to somebody else', async () => {
    const { late, deposit, suspense, picture } = await suspended();
    const other = await join(server);
    await suspense.assign(deposit.id, other.registration.username, SHELL);
    const { _id } = await uploadSlip(server.url, late, picture);
    expect(await endOfSlip(late, _id)).toBe('UNKNOW_ERROR');
    expect((await late.wallet()).amount).toBe(0);
  });
});

describe('slips over several processes', inWhole, () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ content: openAccounts });
  });
  afterAll(() => server.stop());

  it('are each credited once', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => join(server)));
    await withPipeline(server, async (other) => {
      const sent = await Promise.all(
        members.map(async (member) => {
          const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
          const slips = await Promise.all([1, 2, 3].map(() => uploadSlip(server.url, member, picture)));
          return { member, slips };
        }),
      );
      await Promise.all([server.workOff(), workOffRounds(() => other.round())]);
      for (const { member, slips } of sent) {
        const ends = await Promise.all(slips.map(({ _id }) => endOfSlip(member, _id)));
        expect(ends.filter((end) => end === 'SUCCESS')).toHaveLength(1);
        expect((await member.wallet()).amount).toBe(500);
      }
    });
  });

  it('are taken over from a process that died', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
    await server.world.fault('slip', 'delayed');
    const { _id } = await uploadSlip(server.url, member, picture);
    await waits(server, member, _id);
    await server.world.heal();
    // The state a killed process leaves: claimed, leased, nothing done.
    await becomesDue(server, _id);
    await claimDueSlips(server.database.queries, ANY_BANK, MINUTE_MS);
    await server.pass(MINUTE_MS);
    expect(await endOfSlip(member, _id)).toBe('SUCCESS');
  });

  it('are not written to by one that was slow', async () => {
    const member = await join(server);
    const { picture } = await transferBy(server.world, member, { toSomebodyElse: true });
    await server.world.fault('slip', 'delayed');
    const { _id } = await uploadSlip(server.url, member, picture);
    await waits(server, member, _id);
    const [stale] = await server.whenDone(async () => {
      await becomesDue(server, _id);
      const claimed = await claimDueSlips(server.database.queries, ANY_BANK, 0);
      expect(claimed.map(({ slip }) => slip.id)).toEqual([_id]);
      return claimed.map(({ slip }) => slip);
    });
    await server.world.heal();
    expect(await endOfSlip(member, _id)).toBe('SUCCESS');
    assert.ok(stale);
    await endSlip(server.database, stale, { state: 'failed', note: 'EXPIRED_SLIP' });
    await postponeSlip(server.database.queries, stale, 0);
    expect(await slipById(member, _id)).toMatchObject({ status: 'SUCCESS', step: 'done' });
  });
});

describe('pictures of slips', () => {
  const clock = new TestClock();
  let server: TestServer;
  let member: TestMember;
  let reference: string;

  beforeAll(async () => {
    server = await startTestServer({ content: openAccounts, clock });
    member = await join(server);
    const made = await transferBy(server.world, member);
    reference = made.reference;
    const large = await sharp(made.picture)
      .resize(2_000)
      .withExif({ IFD0: { Artist: 'me' } })
      .png()
      .toBuffer();
    const { _id } = await uploadSlip(server.url, member, large);
    await endOfSlip(member, _id);
  });
  afterAll(() => server.stop());

  const urlOf = async (reference: string): Promise<string> =>
    (await member.api.ok('GET /api/statement/slip/reference/:reference', { params: { reference } })).url;
  const open = (url: string): Promise<Response> => fetch(server.url + url);

  it('are shown to their member, by an address that needs no session', async () => {
    const url = await urlOf(reference);
    expect(url).not.toContain(member.token);
    const response = await open(url);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    const { format, width, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
    expect(width).toBeLessThan(1_600);
  });

  it('are found by the slip’s id where no reference could be read', async () => {
    const { _id } = await uploadSlip(server.url, member, await qrPicture('https://example.com'));
    expect(await endOfSlip(member, _id)).toBe('INVALID_SLIP');
    expect((await open(await urlOf(_id))).status).toBe(200);
  });

  it('are not told to others', async () => {
    const other = await join(server);
    const params = { reference };
    expect(await other.api.refused('GET /api/statement/slip/reference/:reference', { params })).toBe(
      'NO_DATA',
    );
    expect(
      await member.api.refused('GET /api/statement/slip/reference/:reference', {
        params: { reference: 'none' },
      }),
    ).toBe('NO_DATA');
  });

  it('are shown for five minutes, and by our own addresses alone', async () => {
    const url = await urlOf(reference);
    const later = url.replace(/expires=\d/, 'expires=9');
    const longer = url.replace(/expires=(\d+)/, (_, ms: string) => `expires=${Number(ms) + 1}`);
    for (const wrong of [
      later,
      longer,
      url.replace(/&signature=.*/, ''),
      url.replace(/signature=../, 'signature=__'),
    ]) {
      expect((await open(wrong)).status, wrong).toBe(401);
    }
    clock.forward(5 * MINUTE_MS);
    expect((await open(url)).status).toBe(200);
    clock.forward(1);
    expect((await open(url)).status).toBe(401);
  });
});

describe('the hours when no slips are taken', () => {
  it('are those of the content, in Bangkok', async () => {
    const clock = new TestClock();
    const closing = (content: Content): void => {
      content.slips.windows = [{ from: bangkokTime(clock.now()), to: '24:00' }];
    };
    const server = await startTestServer({ content: closing, clock });
    try {
      const member = await join(server);
      const form = slipForm(await qrPicture('x'));
      expect(await refusedUpload(server.url, member, form)).toBe('SLIP_UPLOAD_FAIL');
      clock.forward(24 * 60 * MINUTE_MS - MINUTE_MS);
      expect((await upload(server.url, member, slipForm(await qrPicture('x')))).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

const bangkokTime = (at: Date): string =>
  at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok', hour: '2-digit', minute: '2-digit' });

describe('slips on PGlite', inWhole, () => {
  it(
    'go the same way',
    async () => {
      const server = await startTestServer({ open: pgliteDatabase, content: openAccounts });
      try {
        const member = await join(server);
        const { reference, picture } = await transferBy(server.world, member, { toSomebodyElse: true });
        const [first, second] = await Promise.all([1, 2].map(() => uploadSlip(server.url, member, picture)));
        const ends = [await endOfSlip(member, first?._id ?? ''), await endOfSlip(member, second?._id ?? '')];
        expect(ends.toSorted()).toEqual(['SLIP_REFNO_DUPLICATED', 'SUCCESS']);
        expect((await member.wallet()).amount).toBe(500);
        const { url } = await member.api.ok('GET /api/statement/slip/reference/:reference', {
          params: { reference },
        });
        const response = await fetch(server.url + url);
        expect(response.headers.get('content-type')).toBe('image/jpeg');
      } finally {
        await server.stop();
      }
    },
    PGLITE_MS,
  );
});
