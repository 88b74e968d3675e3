import { z } from 'zod';

/** Password of the demo's staff. */
const PASSWORD = 'krapao-demo';

/** Reply of a staff call. */
export interface StaffReply {
  status: number;
  body: unknown;
  /** Error code; `OK` for a success. */
  end: string;
}

/** A signed-in person of the demo's staff. */
export class StaffMember {
  readonly #url: string;
  readonly #cookie: string;

  /** Use {@link signIn}. */
  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  /** The same session at another server. */
  at(url: string): StaffMember {
    return new StaffMember(url, this.#cookie);
  }

  async call(method: string, path: string, body?: unknown): Promise<StaffReply> {
    const response = await fetch(`${this.#url}/staff/api/${path}`, {
      method,
      headers: { cookie: this.#cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await response.json();
    const end = response.ok ? 'OK' : z.object({ message: z.string() }).parse(parsed).message;
    return { status: response.status, body: parsed, end };
  }

  /** Decides a payout. @returns how the call ended, and the id of the proposal where a second person must approve */
  async decide(payoutId: string, decision: 'approve' | 'refuse') {
    const reason = 'looked at';
    const { body, end } = await this.call('POST', `payouts/${payoutId}/decision`, { decision, reason });
    return { end, approvalId: z.object({ approvalId: z.string() }).safeParse(body).data?.approvalId };
  }

  approve(approvalId: string): Promise<StaffReply> {
    return this.call('POST', `approvals/${approvalId}/decision`, {
      decision: 'approve',
      reason: 'looked at',
    });
  }
}

/**
 * Signs a person of the demo in.
 * @param role such as `cashier`
 * @throws Error when the console refuses
 */
export async function signIn(url: string, role: string): Promise<StaffMember> {
  const response = await fetch(`${url}/staff/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${role}@demo.example`, password: PASSWORD }),
  });
  const [cookie = ''] = response.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  if (!response.ok) throw new Error(`${role} could not sign in: ${response.status}`);
  return new StaffMember(url, cookie);
}
