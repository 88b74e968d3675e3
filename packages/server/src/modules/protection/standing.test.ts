import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../kernel/durations.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAILY = { kind: 'deposit', period: 'day' } as const;

describe('the protection that GET /api/wallet tells', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.stop());

  const standing = async (member: TestMember) => (await member.api.ok('GET /api/wallet')).protection;
  const withLimit = async () => {
    const member = await server.members.join();
    await member.api.ok('PUT /api/protection/limits', { body: { ...DAILY, amount: 100 } });
    return member;
  };
  /** Days later, when the session has expired. */
  const after = async (days: number, { registration }: TestMember) => {
    clock.forward(days * DAY_MS);
    return server.members.of(registration, await server.members.logIn(registration));
  };

  it('asks for a limit until one is set', async () => {
    const member = await server.members.join();
    expect(await standing(member)).toEqual({ ask: 'limit' });
    await member.api.ok('PUT /api/protection/limits', { body: { ...DAILY, amount: 100 } });
    expect(await standing(member)).toEqual({ hasLimits: true });
  });

  it('asks for a limit until the first deposit', async () => {
    const member = await server.members.join();
    await member.deposit(100);
    expect(await standing(member)).toBeUndefined();
  });

  it('asks after half a year whether the limits still fit, until the member says so', async () => {
    const member = await withLimit();
    expect(await standing(await after(170, member))).toEqual({ hasLimits: true });
    const later = await after(20, member);
    expect(await standing(later)).toEqual({ hasLimits: true, ask: 'review' });
    const before = await later.api.ok('GET /api/protection');
    expect(await later.api.ok('POST /api/protection/review')).toEqual(before);
    expect(await standing(later)).toEqual({ hasLimits: true });
    expect(await standing(await after(190, member))).toEqual({ hasLimits: true, ask: 'review' });
  });

  it('no longer asks after a change of a limit, and asks again after a break', async () => {
    const member = await withLimit();
    const later = await after(190, member);
    await later.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    const afterBreak = await after(2, member);
    expect(await standing(afterBreak)).toEqual({ hasLimits: true, ask: 'review' });
    await afterBreak.api.ok('PUT /api/protection/limits', { body: { ...DAILY, amount: 90 } });
    expect(await standing(afterBreak)).toEqual({ hasLimits: true });
  });

  it('asks for a limit after other settings, and never whether limits fit where none is set', async () => {
    const member = await server.members.join();
    await member.api.ok('PUT /api/protection/reality-check', { body: { minutes: 30 } });
    await member.api.ok('POST /api/protection/review');
    const later = await after(200, member);
    expect(await standing(later)).toEqual({ ask: 'limit' });
    await later.deposit(100);
    expect(await standing(later)).toBeUndefined();
  });

  it('is the break or exclusion that holds, before any question', async () => {
    const member = await withLimit();
    const later = await after(190, member);
    await later.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    const until = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(await standing(later)).toEqual({ stop: { code: 'ON_BREAK', until, endsAt: until } });
    const { exclusion } = await later.api.ok('POST /api/protection/exclusion', { body: { months: 6 } });
    expect(await standing(later)).toEqual({ stop: { code: 'EXCLUDED', until: exclusion?.until } });
    const inTime = await after(200, member);
    const { exclusion: ending } = await inTime.api.ok('POST /api/protection/exclusion/end');
    const endsAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(ending).toEqual({ until: endsAt, endsAt });
    expect(await standing(inTime)).toEqual({ stop: { code: 'EXCLUDED', until: endsAt, endsAt } });
    await inTime.api.ok('POST /api/protection/exclusion', { body: { months: 'forever' } });
    expect(await standing(inTime)).toEqual({ stop: { code: 'EXCLUDED', until: null } });
  });
});

describe('the help outside of the site', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      content: ({ protection }) => {
        protection.helpLines = [
          { country: 'LA', name: { th: 'ก', la: 'ກ', en: 'A' }, phone: '1554' },
          { name: { th: 'ข', la: 'ຂ', en: 'B' }, link: 'https://help.example' },
        ];
      },
    });
  });
  afterAll(() => server.stop());

  it.each([
    ['th', 'ก', 'ข'],
    ['la', 'ກ', 'ຂ'],
    ['en', 'A', 'B'],
  ])('is told in %s as the content lists it', async (language, first, second) => {
    const member = await server.members.join();
    const headers = { 'accept-language': language === 'la' ? 'lo' : language };
    const { helpLines } = await member.api.ok('GET /api/protection/choices', { headers });
    expect(helpLines).toEqual([
      { country: 'LA', name: first, phone: '1554', link: null },
      { country: null, name: second, phone: null, link: 'https://help.example' },
    ]);
  });
});
