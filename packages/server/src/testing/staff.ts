import type { StaffErrorCode } from '@krapao/contract/staff/errors';
import type { Role } from '@krapao/contract/staff/permissions';
import { STAFF_COOKIE } from '../http/staff-router.ts';
import type { Actor } from '../modules/staff-audit/service.ts';
import type { TestServer } from './test-server.ts';

export const STAFF_PASSWORD = 'correct horse battery';

/** The operator's shell, as the record of staff names it. */
export const SHELL: Actor = {
  id: undefined,
  name: 'shell: test',
  roles: [],
  sessionId: undefined,
  address: '',
  requestId: '',
};

/** Reply of a staff call. */
export interface StaffReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of any shape are looked into
  body: any;
  /** Error code of a failed call. */
  code: StaffErrorCode | undefined;
  headers: Headers;
}

/** One person's browser at the console: keeps the session's cookie. */
export class StaffBrowser {
  readonly #url: string;
  cookie: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async call(key: string, body?: unknown, headers: Record<string, string> = {}): Promise<StaffReply> {
    const [method, path] = key.split(' ') as [string, string];
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: `${STAFF_COOKIE}=${this.cookie}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie().find((one) => one.startsWith(`${STAFF_COOKIE}=`));
    if (set !== undefined) this.cookie = /=([^;]*)/.exec(set)?.[1] || undefined;
    const parsed: unknown = await response.json();
    const code = response.ok ? undefined : (parsed as { message: StaffErrorCode }).message;
    return { status: response.status, body: parsed, code, headers: response.headers };
  }

  signIn(email: string, more: { password?: string; code?: string } = {}): Promise<StaffReply> {
    return this.call('POST /staff/api/session', { email, password: STAFF_PASSWORD, ...more });
  }
}

/** Creates a staff member of each role and returns their signed-in browsers. */
export async function staffOf(server: TestServer, ...roles: Role[]): Promise<StaffBrowser[]> {
  if (!server.staff) throw new Error('the server has no console: set consolePort');
  const { url, console } = server.staff;
  return Promise.all(
    roles.map(async (role, index) => {
      const email = `${role}${index}@staff.example`;
      await console.accounts.addDemo([{ email, name: `${role} ${index}`, role }], STAFF_PASSWORD);
      const browser = new StaffBrowser(url);
      const { status } = await browser.signIn(email);
      if (status !== 200) throw new Error(`${email} could not sign in`);
      return browser;
    }),
  );
}
