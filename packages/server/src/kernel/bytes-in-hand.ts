import { AppError } from './app-error.ts';

/** Owner of bytes in memory. */
export interface Holder {
  /** Undefined for a guest. */
  memberId: string | undefined;
  address: string;
}

/** Megabytes. */
export interface HandBounds {
  perMember: number;
  /** Limit for all guests at one address; members are counted by member. */
  perAddress: number;
  perProcess: number;
}

const MEGABYTE = 1024 * 1024;
/** Most uploads and downloads end within seconds. */
const RETRY_AFTER_MS = 5_000;

/** Limits the file bytes in this process's memory, per member, per address and in total. */
export class BytesInHand {
  readonly #bounds: HandBounds;
  readonly #refused: () => void;
  readonly #held = new Map<string, number>();

  /** @param refused called on every refusal */
  constructor(bounds: HandBounds, refused: () => void = () => undefined) {
    this.#bounds = bounds;
    this.#refused = refused;
  }

  /** Total bytes in memory. */
  get bytes(): number {
    return this.#held.get('') ?? 0;
  }

  /**
   * Counts bytes before they are in memory.
   * @returns releases the bytes; safe to call twice
   * @throws AppError REQUEST_LIMIT when a limit would be exceeded
   */
  hold({ memberId, address }: Holder, bytes: number): () => void {
    const { perMember, perAddress, perProcess } = this.#bounds;
    const own: [string, number] =
      memberId === undefined ? [`address:${address}`, perAddress] : [`member:${memberId}`, perMember];
    const counts: [string, number][] = [own, ['', perProcess]];
    for (const [key, most] of counts) {
      if ((this.#held.get(key) ?? 0) + bytes <= most * MEGABYTE) continue;
      this.#refused();
      throw new AppError('REQUEST_LIMIT', { retryAfterMs: RETRY_AFTER_MS });
    }
    for (const [key] of counts) this.#add(key, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) for (const [key] of counts) this.#add(key, -bytes);
      isHeld = false;
    };
  }

  #add(key: string, bytes: number): void {
    const held = (this.#held.get(key) ?? 0) + bytes;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}
