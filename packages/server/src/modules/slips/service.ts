import type { SlipReason } from '@krapao/contract/errors';
import { toWire } from '@krapao/contract/money';
import type { slip as slipSchema } from '@krapao/contract/slips';
import type { MovementStatus } from '@krapao/contract/wallet';
import type { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import type { Upload } from '../../domain/upload.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { isUuid } from '../../kernel/ids.ts';
import { sameBytes, type Secrets } from '../../kernel/secrets.ts';
import type { StoredFiles } from '../files/service.ts';
import { isClosed } from './closing-windows.ts';
import { preparePicture } from './picture.ts';
import { addSlip, findPicture, findSlipWithPicture, listSlips, type Slip, type SlipState } from './repo.ts';

type SlipView = z.input<typeof slipSchema>;

export interface SlipServiceParts {
  database: Database;
  files: StoredFiles;
  content: ContentStore;
  secrets: Secrets;
  clock: Clock;
  /** Starts processing a new slip at once. */
  nudge: () => void;
}

/** Path of slip pictures, followed by the slip's id. */
export const SLIP_PICTURE = '/api/slip-picture/';

const PICTURE_URL_MS = 5 * 60_000;
/** Daily limit per member: each slip costs storage and a call to the look-up service. */
const MOST_PER_DAY = 200;

const WIRE_STATUS: Record<SlipState, MovementStatus> = {
  processing: 'PENDING',
  success: 'SUCCESS',
  failed: 'FAILED',
};

/** Slips for members: uploads one, lists them, serves the picture. */
export class SlipService {
  readonly #parts: SlipServiceParts;

  constructor(parts: SlipServiceParts) {
    this.#parts = parts;
  }

  /** @throws AppError SLIP_UPLOAD_FAIL inside one of the operator's closing windows */
  async assertOpen(): Promise<void> {
    const { content, clock } = this.#parts;
    const { windows } = (await content.get()).slips;
    if (isClosed(windows, clock.now())) throw new AppError('SLIP_UPLOAD_FAIL');
  }

  /**
   * Accepts a slip. The list shows its result.
   * @param id chosen by the caller; a repeated id is the same slip
   * @throws AppError SLIP_NO_FILE, SLIP_INVALID_FILE, or SLIP_UPLOAD_FAIL after too many in a day
   */
  async upload(member: Member, id: string, upload: Upload): Promise<SlipView> {
    const { database, clock, nudge } = this.#parts;
    if (upload.outcome === 'none') throw new AppError('SLIP_NO_FILE');
    if (upload.outcome !== 'file') throw new AppError('SLIP_INVALID_FILE');
    const createdAt = clock.now();
    const picture = await preparePicture(upload.bytes);
    if (picture.outcome === 'not_a_picture') throw new AppError('SLIP_INVALID_FILE');
    const isPicture = picture.outcome === 'picture';
    const note: SlipReason | '' = isPicture ? '' : 'IMG_SIZE_UNABLE_TO_PROCESS';
    const slip = await addSlip(
      database,
      { id, memberId: member.id, createdAt, note },
      isPicture ? picture.jpeg : null,
      { most: MOST_PER_DAY, since: new Date(createdAt.getTime() - DAY_MS) },
    );
    if (!slip) throw new AppError('SLIP_UPLOAD_FAIL');
    if (slip.state === 'processing') nudge();
    return present(slip);
  }

  async page(member: Member, page: number, limit: number): Promise<{ total: number; slips: SlipView[] }> {
    const { total, slips } = await listSlips(this.#parts.database.queries, member.id, page, limit);
    return { total, slips: slips.map(present) };
  }

  /**
   * Returns an address of the picture of the member's own slip. It needs no session and is valid for five
   * minutes.
   * @param reference the bank's reference, or the slip's id when it has none
   * @throws AppError NO_DATA
   */
  async pictureUrl(member: Member, reference: string): Promise<string> {
    const id = await findSlipWithPicture(this.#parts.database.queries, member.id, reference);
    if (!id) throw new AppError('NO_DATA');
    const expires = String(this.#parts.clock.now().getTime() + PICTURE_URL_MS);
    const signature = this.#sign(id, expires).toString('base64url');
    return `${SLIP_PICTURE}${id}?${new URLSearchParams({ expires, signature }).toString()}`;
  }

  /**
   * Returns the picture of such an address.
   * @throws AppError UNAUTHORIZED when it is expired or not ours, NO_DATA
   */
  async picture(id: string, expires: string, signature: string): Promise<Buffer> {
    const { database, clock } = this.#parts;
    const isSigned = sameBytes(Buffer.from(signature, 'base64url'), this.#sign(id, expires));
    if (!isSigned || !isUuid(id) || Number(expires) < clock.now().getTime())
      throw new AppError('UNAUTHORIZED');
    const file = await findPicture(database.queries, id);
    if (!file) throw new AppError('NO_DATA');
    return this.#parts.files.readWhole(file);
  }

  #sign(id: string, expires: string): Buffer {
    return this.#parts.secrets.digest('slip picture', id, expires);
  }
}

const present = (slip: Slip): SlipView => ({
  _id: slip.id,
  createdAt: slip.createdAt.toISOString(),
  amount: toWire(slip.amount),
  status: WIRE_STATUS[slip.state],
  note: slip.note,
  // Pictures are opened by reference. An address that needs no session should be short-lived.
  link: '',
  reference: slip.reference,
  step: slip.step,
  ...(slip.wasCredited && { wasCredited: true }),
});
