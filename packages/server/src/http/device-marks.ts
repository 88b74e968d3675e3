import type { Clock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { sameBytes, type Secrets } from '../kernel/secrets.ts';
import type { Caller } from '../domain/caller.ts';

const OWNER_BYTES = 9;
const DAY_BYTES = 3;
const TAG_BYTES = 12;
const BODY_BYTES = OWNER_BYTES + DAY_BYTES;

/** Equals the server's retention of known browsers. */
const LIFETIME_DAYS = 180;

/**
 * Marks of browsers in which a member has logged in. A mark contains a digest of the member's phone and is
 * bound to the browser's id. The server verifies it without the database, so a flood from the same address
 * does not affect it: calls of such a browser are counted by member, not by address. A mark grants no access.
 */
export class DeviceMarks {
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(parts: { secrets: Secrets; clock: Clock }) {
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
  }

  /**
   * Returns the mark of a browser in which the phone's member has just logged in; undefined without a browser
   * id.
   */
  issue({ device }: Caller, phone: string): string | undefined {
    if (device === undefined) return undefined;
    const body = Buffer.alloc(BODY_BYTES);
    this.#ownerOf(phone).copy(body);
    body.writeUIntBE(this.#today(), OWNER_BYTES, DAY_BYTES);
    return Buffer.concat([body, this.#tagOf(device, body)]).toString('base64url');
  }

  /** Returns a counting key of the member who logged in with the caller's browser; undefined for guests. */
  memberOf({ device, mark }: Pick<Caller, 'device' | 'mark'>): string | undefined {
    if (device === undefined || mark === undefined) return undefined;
    const bytes = Buffer.from(mark, 'base64url');
    if (bytes.length !== BODY_BYTES + TAG_BYTES) return undefined;
    const body = bytes.subarray(0, BODY_BYTES);
    if (!sameBytes(bytes.subarray(BODY_BYTES), this.#tagOf(device, body))) return undefined;
    const ageDays = this.#today() - body.readUIntBE(OWNER_BYTES, DAY_BYTES);
    return ageDays <= LIFETIME_DAYS ? nameOf(body.subarray(0, OWNER_BYTES)) : undefined;
  }

  #ownerOf(phone: string): Buffer {
    return this.#secrets.digest('device owner', phone).subarray(0, OWNER_BYTES);
  }

  #tagOf(device: string, body: Buffer): Buffer {
    return this.#secrets.digest('device mark', device, body.toString('base64url')).subarray(0, TAG_BYTES);
  }

  #today(): number {
    return Math.floor(this.#clock.now().getTime() / DAY_MS);
  }
}

const nameOf = (owner: Buffer): string => `member ${owner.toString('base64url')}`;
