import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let support: StaffBrowser;
let content: StaffBrowser;
let auditor: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  const people = await staffOf(server, 'cashier', 'support', 'content', 'auditor');
  [cashier, support, content, auditor] = people as [StaffBrowser, StaffBrowser, StaffBrowser, StaffBrowser];
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  await server.stop();
});

const idOf = async ({ registration }: TestMember): Promise<string> => {
  const { id } = await server.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  return id;
};
const get = async (id: string, section: string, by = cashier) =>
  (await by.call(`GET /staff/api/members/${id}/${section}`)).body;

describe('a movement', () => {
  it('has both accounts of the books and what is stored of its way', async () => {
    const member = await server.members.joinWith(500, { byQr: true });
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    const id = await idOf(member);
    const [payout, deposit] = (await get(id, 'movements')).items as { id: string }[];
    const stepsOf = async (): Promise<string[]> => {
      const { movement } = await get(id, `movements/${payout?.id}`);
      return (movement.steps as { step: string }[]).map(({ step }) => step);
    };
    // A worker hands it over to the bank.
    await server.workOff();
    expect(await stepsOf()).toContain('handed_over');
    expect((await stepsOf())[0]).toBe('made');
    const { movement } = await get(id, `movements/${payout?.id}`);
    expect(movement).toMatchObject({
      kind: 'withdraw',
      amount: 200,
      currency: 'BAHT',
      debit: { isMember: true },
      credit: { account: 'house:bank:payout:BAHT', isMember: false },
      facts: { bankAccountNo: member.registration.bankAccountNo },
    });
    const { movement: came } = await get(id, `movements/${deposit?.id}`);
    expect(came).toMatchObject({
      credit: { isMember: true },
      debit: { account: 'house:gateway:KBANK:BAHT' },
    });
    expect((came.steps as { step: string }[]).map(({ step }) => step)).toEqual(['made', 'order', 'ended']);
    const masked = await get(id, `movements/${payout?.id}`, support);
    expect(JSON.stringify(masked)).not.toContain(member.registration.bankAccountNo);
    const other = await idOf(await server.members.join());
    for (const path of [`${other}/movements/${payout?.id}`, `${id}/movements/${randomUUID()}`]) {
      expect((await cashier.call(`GET /staff/api/members/${path}`)).code).toBe('NO_DATA');
    }
  });
});

describe('play', () => {
  it('is shown by provider and by day, paged by the week', async () => {
    const id = await idOf(await server.members.join());
    const { queries } = server.database;
    await sql`insert into turnover_cursor (provider, leased_until, read_at) values ('PG', now(), now())
      on conflict (provider) do update set read_at = now()`.execute(queries);
    await sql`insert into turnover_total values ('PG', ${id}, 5000, -700)`.execute(queries);
    // Late in the evening in London is the next day in Bangkok.
    for (const [reference, at, winLoss] of [
      ['a', '2026-03-10T18:00:00Z', -500],
      ['b', '2026-03-11T10:00:00Z', 300],
      ['c', '2026-03-03T10:00:00Z', -100],
    ] as const) {
      await sql`insert into turnover_entry (provider, reference, member_id, category, game, turnover, win_loss, at)
        values ('PG', ${id + reference}, ${id}, 'SLOT', 'g', 1000, ${winLoss}, ${at})`.execute(queries);
    }
    await sql`insert into turnover_day values ('PG', ${id}, 'SLOT', '2026-01-05', 4, 2000, -400)`.execute(
      queries,
    );
    expect((await get(id, 'play')).items).toMatchObject([{ provider: 'PG', turnover: 50, winLoss: -7 }]);
    const first = await get(id, 'play-days');
    expect(first).toEqual({
      items: [
        { id: '2026-03-11 PG', day: '2026-03-11', provider: 'PG', entries: 2, turnover: 20, winLoss: -2 },
      ],
      next: '2026-03-05',
    });
    const second = await get(id, `play-days?after=${first.next}`);
    expect(second).toMatchObject({ items: [{ day: '2026-03-03' }], next: '2026-02-25' });
    const third = await get(id, `play-days?after=${second.next}`);
    expect(third).toMatchObject({ items: [{ day: '2026-01-05', entries: 4, winLoss: -4 }], next: null });
    for (const after of ['yesterday', '2026-02-31', '0000-01-01']) {
      const asked = await cashier.call(`GET /staff/api/members/${id}/play-days?after=${after}`);
      expect(asked.code, after).toBe('KEY_INVALID');
    }
    await sql`delete from turnover_entry where member_id = ${id}`.execute(queries);
    await sql`delete from turnover_day where member_id = ${id}`.execute(queries);
    await sql`delete from turnover_total where member_id = ${id}`.execute(queries);
  });
});

describe('links to other members', () => {
  it('name each reason, are bounded, and masked for those who see members masked', async () => {
    const first = await server.members.join({ name: 'Linked One', bankAccountName: 'LINKED HOLDER' });
    const id = await idOf(first);
    const friend = await server.members.register({
      name: 'linked one',
      bankAccountName: 'SOMEONE NEW',
      inviteCode: `PR${id}`,
    });
    const friendId = await idOf(friend);
    const same = await server.members.join({
      name: 'Other Name',
      bankCode: 'SCB',
      bankAccountNo: first.registration.bankAccountNo,
      bankAccountName: 'Linked Holder',
    });
    const sameId = await idOf(same);
    for (const member of [id, sameId]) {
      await sql`insert into member_device values (${member}, '\\x0102', now())`.execute(
        server.database.queries,
      );
    }
    const { items, cut } = await get(id, 'links');
    const found = (items as { kind: string; member: { id: string } }[]).map(
      ({ kind, member }) => `${kind} ${member.id}`,
    );
    expect(found).toEqual([
      `account ${sameId}`,
      `holder ${sameId}`,
      `name ${friendId}`,
      `device ${sameId}`,
      `friend ${friendId}`,
    ]);
    expect(cut).toEqual([]);
    expect((await get(friendId, 'links')).items).toMatchObject([
      { kind: 'name', member: { id } },
      { kind: 'inviter', member: { id } },
    ]);
    expect(JSON.stringify(await get(id, 'links', support))).not.toContain(same.registration.username);
  });

  it('are some of many', inWhole, async () => {
    const id = await idOf(await server.members.join({ name: 'Crowd Of One' }));
    for (let n = 0; n < 22; n += 1) await server.members.join({ name: 'Crowd Of One' });
    const { items, cut } = await get(id, 'links');
    expect((items as { kind: string }[]).filter(({ kind }) => kind === 'name')).toHaveLength(20);
    expect(cut).toContain('name');
  });
});

describe('the chat', () => {
  it('is shown newest first, a page at a time', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    for (let n = 1; n <= 55; n += 1) {
      const content = JSON.stringify({ message_type: 'text', payload: { text: `message ${n} <b>` } });
      await sql`select chat_add(${id}, ${id}, ${randomUUID()}::uuid, 'customer', ${content}::jsonb, '', '', '', null)`.execute(
        server.database.queries,
      );
    }
    const first = await get(id, 'chat');
    expect(first.items).toHaveLength(50);
    expect(first.items[0]).toMatchObject({ sender: 'customer', kind: 'text', text: 'message 55 <b>' });
    const second = await get(id, `chat?after=${first.next}`);
    expect(second.items).toHaveLength(5);
    expect(second.next).toBeNull();
    expect((await cashier.call(`GET /staff/api/members/${id}/chat?after=x`)).code).toBe('KEY_INVALID');
  });

  it.each([
    ['media', { message: 'look', url: '/u', fileType: 'image', filePath: 'p' }, 'image', 'look'],
    ['postback', { title: 'Yes', payload: 'Y' }, 'postback', 'Yes'],
    ['buttons', { text: 'Which?', buttons: [{ type: 'postback', title: 'A' }] }, 'buttons', 'Which?\nA'],
    [
      'quick_replies',
      { text: 'So?', quick_replies: [{ title: 'B', payload: 'b' }] },
      'quick_replies',
      'So?\nB',
    ],
    [
      'generic',
      {
        elements: [{ title: 'T', subtitle: 'S', image_url: '', buttons: [{ type: 'postback', title: 'C' }] }],
      },
      'generic',
      'T\nS\nC',
    ],
  ])('shows the words of a message of the kind %s', async (type, payload, kind, text) => {
    const id = await idOf(await server.members.join());
    const message = JSON.stringify({ message_type: type, payload });
    await sql`select chat_add(${id}, ${id}, ${randomUUID()}::uuid, 'operator', ${message}::jsonb, '', '', '', null)`.execute(
      server.database.queries,
    );
    expect((await get(id, 'chat')).items).toMatchObject([{ sender: 'operator', kind, text }]);
  });
});

it('sections of a member that there is not are answered, and are no one’s without the permission', async () => {
  const id = await idOf(await server.members.join());
  for (const section of ['play', 'play-days', 'bonuses', 'links', 'chat', `movements/${randomUUID()}`]) {
    expect((await cashier.call(`GET /staff/api/members/nobody/${section}`)).code, section).toBe('NO_DATA');
    expect((await content.call(`GET /staff/api/members/${id}/${section}`)).code, section).toBe('FORBIDDEN');
    expect((await auditor.call(`GET /staff/api/members/${id}/${section}`)).code, section).not.toBe(
      'FORBIDDEN',
    );
  }
});
