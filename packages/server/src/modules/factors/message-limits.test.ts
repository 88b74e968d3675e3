import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictLimits } from '../../testing/limits.ts';
import { aBrowser, addTotp, PasskeySite } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const TRIES = 40;
const LIMITS = strictLimits();
const MOST = LIMITS.ACCOUNT_MESSAGES_PER_PHONE.points;

describe('messages about changes of an account', () => {
  const clock = new TestClock();
  let server: TestServer;
  let site: PasskeySite;

  beforeAll(async () => {
    server = await startTestServer({ clock, settings: { limits: LIMITS } });
    site = new PasskeySite(server);
  });
  afterAll(() => server.stop());

  /** Texts that a member's phone got. */
  const textsTo = async ({ registration }: TestMember): Promise<string[]> => {
    const all = await server.world.smsTo(registration.username);
    return all.map(({ text }) => text);
  };
  const becomes = (member: TestMember, messages: number) =>
    server.whenDone(async () => expect(await textsTo(member)).toHaveLength(messages));

  it('are few of each kind, and of another kind still come', async () => {
    const member = await server.members.join();
    await addTotp(member, clock.now());
    await becomes(member, 1);
    for (let count = 0; count < TRIES; count += 1) await member.api.ok('POST /api/account/recovery-codes');
    await becomes(member, 1 + MOST);
    const { bankCode, bankAccountName, bankAccountNo } = member.registration;
    const body = { name: 'Somchai Dee', bankCode, bankAccountName, bankAccountNo };
    await member.api.ok('PUT /api/account/profile', { body });
    await becomes(member, 2 + MOST);
  });

  it('of new devices are few, and log-ins by one passkey are bounded', inWhole, async () => {
    const member = await server.members.join();
    const { passkey } = await site.add(member);
    await becomes(member, 1);
    const statuses: number[] = [];
    for (let count = 0; count < TRIES; count += 1)
      statuses.push((await site.logIn(passkey, {}, aBrowser())).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.LOGINS_DONE_PER_PHONE.points);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await becomes(member, 1 + MOST);
  });
});
