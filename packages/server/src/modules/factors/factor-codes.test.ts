import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, endOf, type Answer } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { aBrowser, addTotp, inBrowser, totpCode } from '../../testing/member-factors.ts';
import { fromElsewhere, strictLimits } from '../../testing/limits.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_S = 24 * 60 * 60;
/** Wrong codes of a day, and those that are kept for browsers that the member has used. */
const ALL = 20;
const KEPT = 5;
/** Log-ins of a place with the password alone, within the time of the limit. */
const HALF_DONE = 30;

const clock = new TestClock();
let one: TestServer;
let two: TestServer;

beforeAll(async () => {
  const { open } = await sharedPostgres();
  const settings = {
    limits: strictLimits({ PASSWORDS_PER_MEMBER: 1_000, LOGINS_DONE_PER_PHONE: HALF_DONE }),
  };
  one = await startTestServer({ open, clock, settings });
  two = await startTestServer({
    open,
    clock,
    settings: { ...settings, sandboxUrl: one.world.url },
  });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

type Headers = Record<string, string>;
const elsewhere = (): Headers => ({ ...aBrowser(), ...fromElsewhere() });
/** A wrong code: the right one of the minute is another with all but certainty. */
const WRONG = '000000';

/** A member with an authenticator app, a browser that they have used, and a thief who knew the password before. */
async function join() {
  const member = await one.members.join();
  const { username, password } = member.registration;
  const stolen = aBrowser();
  const thief = await inBrowser(one, member, { headers: stolen });
  const { secret } = await addTotp(member, clock.now());
  const home = aBrowser();
  /** Returns a code that was not used yet. */
  const right = () => {
    clock.forward(STEP_MS);
    return totpCode(secret, clock.now());
  };
  const logIn = (code: string | undefined, headers: Headers, typed = password) =>
    one.api.call('POST /api/login', {
      body: { username, password: typed, ...(code !== undefined && { code }) },
      headers,
    });
  const proveBy = (token: string, code: string, at = one) =>
    new Api(at.url, token).call('POST /api/step-up', { body: { code } });
  const prove = (code: string, at = one) => proveBy(thief.token, code, at);
  const proveAtHome = (code: string) => proveBy(member.token, code);
  expect(endOf(await logIn(right(), home))).toBe('OK');
  return { home, stolen, right, logIn, prove, proveAtHome };
}
const waitOf = (answer: Answer) => Number(answer.headers.get('retry-after'));

describe('wrong codes of a day', () => {
  it(
    'count together as proof and at log-ins from browsers that are not known, in every process',
    inWhole,
    async () => {
      const { home, right, logIn, prove, proveAtHome } = await join();
      for (let tries = 0; tries < 7; tries += 1) expect(endOf(await prove(WRONG))).toBe('CODE_INVALID');
      const rest = await Promise.all(
        Array.from({ length: 12 }, (_, no) => prove(WRONG, no % 2 === 0 ? one : two)),
      );
      const ends = rest.map(endOf);
      expect(ends.filter((end) => end === 'CODE_INVALID')).toHaveLength(ALL - KEPT - 7);
      expect(ends.filter((end) => end === 'CODE_LOCKED')).toHaveLength(12 - (ALL - KEPT - 7));
      const locked = await prove(right());
      expect([locked.status, endOf(locked)]).toEqual([429, 'CODE_LOCKED']);
      expect(waitOf(locked)).toBeGreaterThan(DAY_S - 60);
      expect(waitOf(locked)).toBeLessThanOrEqual(DAY_S);
      expect(endOf(await logIn(right(), elsewhere()))).toBe('CODE_LOCKED');
      expect(endOf(await logIn(right(), home)), 'the member is let in at home').toBe('OK');
      expect(endOf(await proveAtHome(right())), 'and gives proof there').toBe('OK');
    },
  );

  it('lock the codes at home, too, where all are used up', async () => {
    const { home, right, logIn, prove } = await join();
    for (let tries = 0; tries < ALL - KEPT; tries += 1) await prove(WRONG);
    for (let tries = 0; tries < KEPT; tries += 1) {
      // Wrong codes are wrong log-ins, which wait ever longer.
      clock.forward(60 * MINUTE_MS);
      expect(endOf(await logIn(WRONG, home))).toBe('CODE_INVALID');
    }
    clock.forward(60 * MINUTE_MS);
    expect(endOf(await logIn(right(), home))).toBe('CODE_LOCKED');
    // A locked code is no wrong log-in: the next answer is the same, at once.
    expect(endOf(await logIn(right(), home))).toBe('CODE_LOCKED');
  });

  it('do not shut out at home where a browser that was never trusted has used up its part', async () => {
    const { home, stolen, right, logIn } = await join();
    for (let tries = 0; tries < ALL - KEPT; tries += 1) {
      clock.forward(60 * MINUTE_MS);
      expect(endOf(await logIn(WRONG, stolen))).toBe('CODE_INVALID');
    }
    clock.forward(60 * MINUTE_MS);
    expect(endOf(await logIn(right(), stolen))).toBe('CODE_LOCKED');
    expect(endOf(await logIn(right(), home))).toBe('OK');
  });

  it('are not counted for whoever lacks the password, nor are right ones', inWhole, async () => {
    const { home, right, logIn, prove } = await join();
    for (let tries = 0; tries < ALL + 1; tries += 1) {
      expect(endOf(await logIn(WRONG, elsewhere(), 'not it'))).toMatch(/^(WRONG_CREDENTIAL|REQUEST_LIMIT)$/);
    }
    for (let tries = 0; tries < ALL + 1; tries += 1) expect(endOf(await prove(right()))).toBe('OK');
    expect(endOf(await logIn(right(), home))).toBe('OK');
  });
});

it('the password without a code, again and again, keeps the member from logging in nowhere else', async () => {
  const { home, right, logIn } = await join();
  const there = elsewhere();
  const ends: string[] = [];
  for (let tries = 0; tries < HALF_DONE + 10; tries += 1) ends.push(endOf(await logIn(undefined, there)));
  expect(ends.slice(0, HALF_DONE)).toEqual(Array.from({ length: HALF_DONE }, () => 'CODE_REQUIRED'));
  expect(ends.slice(HALF_DONE)).toEqual(Array.from({ length: 10 }, () => 'REQUEST_LIMIT'));
  expect(endOf(await logIn(right(), home))).toBe('OK');
  expect(endOf(await logIn(right(), elsewhere()))).toBe('OK');
});
