import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../ledger/ledger.ts';
import type { TestMember } from '../../testing/members.ts';
import { endOfSlip, slipById, transferBy, uploadSlip, type Transfer } from '../../testing/slips.ts';
import { SHELL } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { SuspenseService } from '../suspense/service.ts';
import { SlipPictureAge } from './picture-age.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEEP_DAYS = 180;

describe('pictures of slips', () => {
  let folder: string;
  let server: TestServer;
  let accounts = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slips-'));
    server = await startTestServer({
      settings: { fileStore: 'folder', filesDir: folder },
      content: (content) => {
        for (const account of content.depositAccounts.banks) account.enabled = account.bankCode !== 'SCB';
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Sweeps with a clock that many days ahead. */
  const sweep = async (days: number): Promise<void> => {
    const now = () => new Date(Date.now() + days * DAY_MS);
    const age = new SlipPictureAge({ database: server.database, clock: { now }, keepDays: KEEP_DAYS });
    while (await age.sweep());
  };
  const join = (): Promise<TestMember> =>
    server.members.join({ bankAccountNo: `71000${String((accounts += 1)).padStart(4, '0')}5` });
  /** Uploads the slip of a transfer. */
  const slipOf = async (member: TestMember, transfer: Transfer) => {
    const sent = await transferBy(server.world, member, transfer);
    const { _id: id } = await uploadSlip(server.url, member, sent.picture);
    return { ...sent, id };
  };
  const hasPicture = async (member: TestMember, reference: string): Promise<boolean> => {
    const path = `/api/statement/slip/reference/${reference}`;
    const { status, body } = await member.api.send('GET', path);
    if (status !== 200) return false;
    return (await fetch(server.url + (body as { url: string }).url)).status === 200;
  };
  const stored = async (id: string): Promise<boolean> =>
    (await readdir(folder, { recursive: true })).includes(path.join('slips', id));
  /** Has the bank's statement report the slip's transfer. */
  const isTold = (reference: string) =>
    server.whenDone(async () => {
      const row = await server.database.queries
        .selectFrom('incoming_transfer')
        .select('statement_ref')
        .where('slip_ref', '=', reference)
        .executeTakeFirst();
      expect(row?.statement_ref).toEqual(expect.any(String));
    });

  it('go after the days of the setting, with their files; the same slip is never credited again', async () => {
    const member = await join();
    const { id, reference, picture } = await slipOf(member, { amount: 300 });
    expect(await endOfSlip(member, id)).toBe('SUCCESS');
    await isTold(reference);
    await server.workOff();
    expect(await stored(id)).toBe(true);

    await sweep(KEEP_DAYS - 1);
    expect(await hasPicture(member, reference)).toBe(true);
    await sweep(KEEP_DAYS + 1);
    expect(await hasPicture(member, reference)).toBe(false);
    await server.workOff();
    expect(await stored(id)).toBe(false);

    expect(await slipById(member, id)).toMatchObject({ status: 'SUCCESS', amount: 300, reference });
    const again = await uploadSlip(server.url, member, picture);
    expect(await endOfSlip(member, again._id)).toBe('SLIP_REFNO_DUPLICATED');
    expect((await member.wallet()).amount).toBe(300);
  });

  it('stay while the slip is processed', async () => {
    const member = await join();
    const { id, reference } = await slipOf(member, { amount: 301 });
    expect(await endOfSlip(member, id)).toBe('SUCCESS');
    await isTold(reference);
    await sql`update slip set state = 'processing', step = 'waiting', next_at = 'infinity' where id = ${id}`.execute(
      server.database.queries,
    );
    await sweep(KEEP_DAYS + 1);
    expect(await hasPicture(member, reference)).toBe(true);
    await sql`update slip set state = 'success', step = 'done' where id = ${id}`.execute(
      server.database.queries,
    );
    await sweep(KEEP_DAYS + 9);
    expect(await hasPicture(member, reference)).toBe(false);
  });

  it('stay while no statement has told of the transfer, at an account that statements tell of', async () => {
    const member = await join();
    const told = await slipOf(member, { amount: 302 });
    expect(await endOfSlip(member, told.id)).toBe('SUCCESS');
    await isTold(told.reference);
    const untold = await slipOf(member, { amount: 303, toSomebodyElse: true });
    expect(await endOfSlip(member, untold.id)).toBe('SUCCESS');
    await sweep(KEEP_DAYS + 1);
    expect(await hasPicture(member, untold.reference)).toBe(true);
    expect(await hasPicture(member, told.reference)).toBe(false);
  });

  it('stay while money of those days is in suspense, of slips that a person has to look into', async () => {
    const suspense = new SuspenseService({ database: server.database, ledger: new Ledger(server.database) });
    const member = await join();
    const { id, reference } = await slipOf(member, { amount: 304 });
    expect(await endOfSlip(member, id)).toBe('SUCCESS');
    await sql`update slip set state = 'failed', note = 'UNKNOW_ERROR' where id = ${id}`.execute(
      server.database.queries,
    );
    await transferBy(server.world, member, { amount: 305, fromAccountNo: '9999999999' });
    const [deposit] = await server.whenDone(async () => {
      const found = await suspense.list();
      expect(found).toHaveLength(1);
      return found;
    });
    await sweep(KEEP_DAYS + 1);
    expect(await hasPicture(member, reference)).toBe(true);
    await suspense.assign(deposit?.id ?? '', member.registration.username, SHELL);
    await sweep(KEEP_DAYS + 9);
    expect(await hasPicture(member, reference)).toBe(false);
  });

  it('of many open slips hold up no other, and are not passed again by every sweep', async () => {
    const { memberId } = await server.database.queries
      .selectFrom('slip')
      .select('member_id as memberId')
      .limit(1)
      .executeTakeFirstOrThrow();
    const plant = async (state: string, count: number, kept: string): Promise<void> => {
      await sql`
        with added as (
          insert into slip (id, member_id, state, step, next_at)
            select gen_random_uuid(), ${memberId}, ${state}, 'waiting', 'infinity' from generate_series(1, ${count}::int)
            returning id)
        insert into slip_image (slip_id, jpeg, kept_from, store)
          select id, 'x', now() - ${kept}::interval, 'row' from added`.execute(server.database.queries);
    };
    await plant('processing', 450, '900 days');
    await plant('failed', 1, '300 days');
    const left = async () => {
      const { rows } = await sql<{ open: number; done: number }>`
        select count(*) filter (where state = 'processing')::int as open,
            count(*) filter (where state = 'failed' and step = 'waiting')::int as done
          from slip_image join slip on slip.id = slip_id where member_id = ${memberId}`.execute(
        server.database.queries,
      );
      return rows[0];
    };
    const before = await left();
    expect(before?.done).toBe(1);
    await sweep(0);
    expect(await left()).toEqual({ ...before, done: 0 });
    const age = new SlipPictureAge({
      database: server.database,
      clock: { now: () => new Date() },
      keepDays: KEEP_DAYS,
    });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from slip_image where kept_from < now() - interval '180 days'`.execute(
      server.database.queries,
    );
    expect(rows[0]?.count).toBe(0);
    expect(await age.sweep()).toBe(false);
  });
});
