import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { ServerKey } from '../../database/server-key.ts';
import { newPushKey, type PushKeyPair } from '../../kernel/push-key.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const publicKey = z.string();

/** The key pair by which push services know us (VAPID), for which browsers subscribe: ours, or the operator's. */
export class VapidKey {
  readonly #given: PushKeyPair | undefined;
  readonly #own: ServerKey;

  constructor(parts: {
    database: Database;
    secrets: Secrets;
    /** The key of the settings. */
    given: PushKeyPair | undefined;
  }) {
    this.#given = parts.given;
    this.#own = new ServerKey({
      database: parts.database,
      secrets: parts.secrets,
      purpose: 'vapid',
      make: () => {
        const made = newPushKey();
        return { public: made.publicKey, private: made.privateKey };
      },
    });
  }

  async load(): Promise<PushKeyPair> {
    if (this.#given) return this.#given;
    const own = await this.#own.load();
    return { publicKey: publicKey.parse(own.public), privateKey: own.private };
  }
}
