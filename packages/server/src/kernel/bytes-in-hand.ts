import { AppError } from './app-error.ts';

/** Whose bytes are in memory. */
export interface Holder {
  /** Undefined for a guest. */
  memberId: string | undefined;
  address: string;
}

/** Megabytes. */
export interface HandBounds {
  perMember: number;
  /** Of all strangers behind one address; members are counted by member. */
  perAddress: number;
  perProcess: number;
}

const MEGABYTE = 1024 * 1024;
/** A transfer in or out is over within seconds, most often. */
const RETRY_AFTER_MS = 5_000;

/** Bounds the bytes of files that are in this process's memory at a time, by member, address and altogether. */
export class BytesInHand {
  readonly #bounds: HandBounds;
  readonly #refused: () => void;
  readonly #held = new Map<string, number>();

  /** @param refused told of every refusal */
  constructor(bounds: HandBounds, refused: () => void = () => undefined) {
    this.#bounds = bounds;
    this.#refused = refused;
  }

  /** All bytes in hand. */
  get bytes(): number {
    return this.#held.get('') ?? 0;
  }

  /**
   * Takes bytes into account before they are in memory.
   * @returns lets go of them; harmless when called again
   * @throws AppError REQUEST_LIMIT when they would be too many
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
