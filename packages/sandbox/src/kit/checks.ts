/** Checks of an implementation, one subject each. */
import { randomBytes, randomUUID } from 'node:crypto';
import { PORTS, type PortName } from '../protocol/ports.ts';
import type { Client } from './client.ts';

export interface Check {
  readonly name: string;
  run(client: Client): Promise<void>;
}

/** Returns a reference that was never used. */
export const fresh = (): string => randomUUID();
/** Returns a name of a player that was never used. */
export const freshName = (): string => `kit${randomBytes(6).toString('hex')}`;

/** The call with which signatures are tried: harmless, and answered for every caller with the secret. */
export interface Probe {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export const TEN_MINUTES_MS = 10 * 60_000;

/** Checks that only signed requests are answered. */
export function signatureChecks({ method, path, body }: Probe): Check[] {
  const refused = { status: 401, code: 'bad_signature', ...(body && { body }) };
  return [
    {
      name: 'refuses a request without a signature',
      run: (client) => client.expectRefusal(method, path, { ...refused, secret: null }),
    },
    {
      name: 'refuses a signature by another secret',
      run: (client) => client.expectRefusal(method, path, { ...refused, secret: 'not the secret' }),
    },
    {
      name: 'refuses a signature that is ten minutes old',
      run: (client) => client.expectRefusal(method, path, { ...refused, at: Date.now() - TEN_MINUTES_MS }),
    },
    {
      name: 'refuses a time stamp ten minutes ahead',
      run: (client) => client.expectRefusal(method, path, { ...refused, at: Date.now() + TEN_MINUTES_MS }),
    },
    ...(body
      ? [
          {
            name: 'refuses a body that was changed after signing',
            run: (client: Client) =>
              client.expectRefusal(method, path, { ...refused, tampered: { ...body, more: 1 } }),
          },
        ]
      : []),
  ];
}

/** Returns the schema of a call's answer. */
export function replyOf<P extends PortName, C extends keyof (typeof PORTS)[P]['calls']>(
  port: P,
  call: C,
): (typeof PORTS)[P]['calls'][C] extends { reply: infer S } ? S : never {
  const calls = PORTS[port].calls as Record<PropertyKey, { reply: unknown }>;
  return calls[call]?.reply as never;
}
