import type { SlipReason } from '@krapao/contract/errors';
import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store.ts';
import { isOurAccount } from '../../content/our-accounts.ts';
import type { DepositBank } from '../../content/schema.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { LaneWorker } from '../../kernel/lane-worker.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { PartsOff } from '../../ports/part.ts';
import type { LookedUpTransfer, SlipLookup } from '../../ports/slip-lookup.ts';
import { findWallet } from '../account/queries.ts';
import type { StoredFiles } from '../files/service.ts';
import type { IncomingTransfers } from '../incoming/service.ts';
import type { SenderFinder } from '../senders/service.ts';
import { acceptSlipIn, type Acceptance } from './acceptance.ts';
import { keepAnswer } from './answers.ts';
import { destinationOf, objectionTo } from './judge.ts';
import type { SlipReader } from './reader/slip-reader.ts';
import {
  claimDueSlips,
  endSlip,
  endSlipIn,
  findPicture,
  isRepeated,
  listDueLanes,
  lockClaimed,
  postponeSlip,
  saveReference,
  type Slip,
  type SlipEnd,
  type SlipWhy,
} from './repo.ts';

export interface SlipPipelineParts {
  database: Database;
  files: StoredFiles;
  reader: SlipReader;
  lookup: SlipLookup;
  off: PartsOff;
  incoming: IncomingTransfers;
  senders: SenderFinder;
  content: ContentStore;
  clock: Clock;
  logger: Logger;
  /** Interval of the search for due slips. */
  everyMs: number;
}

/** Concurrency limits: slips being read, and slips being looked up at one bank. */
const PER_LANE = 4;
const IN_TOTAL = 32;
/** Lease. Longer than reading a picture and looking it up can take. */
const LEASE_MS = 60_000;
/** A picture that has crashed this many processes is not read again. */
const MOST_READINGS = 3;
const GIVE_UP_AFTER_MS = DAY_MS;
const BACKOFF_S = [5, 10, 30, 60, 120, 300, 600, 900] as const;

/** Returns the wait after the n-th look-up without an answer: from 5 seconds to 15 minutes. */
const slipBackoffMs = (attempts: number): number =>
  1_000 * (BACKOFF_S[Math.min(Math.max(attempts, 1), BACKOFF_S.length) - 1] ?? 900);

/** Next action for a slip: its end, or another attempt. */
type Resolution = SlipEnd | { state: 'processing'; waitMs: number; why?: SlipWhy };

type Failure = Extract<SlipEnd, { state: 'failed' }>;

interface ReadReference {
  state: 'read';
  sendingBank: string;
  reference: string;
}

const failed = (note: SlipReason, why?: SlipWhy): Failure => ({
  state: 'failed',
  note,
  ...(why && { why }),
});

/**
 * Processes slips from the upload to the credited deposit: reads the reference, calls the look-up service,
 * judges, credits. Any number of processes may run a pipeline. Another process takes over the slips of a dead
 * one, and every step is idempotent. One lane reads slips, and a lane for each sending bank looks them up, so
 * a slow bank delays only its own slips.
 */
export class SlipPipeline {
  readonly #parts: SlipPipelineParts;
  readonly #worker: LaneWorker;

  constructor(parts: SlipPipelineParts) {
    this.#parts = parts;
    this.#worker = new LaneWorker({
      name: 'slips',
      everyMs: parts.everyMs,
      perLane: PER_LANE,
      inTotal: IN_TOTAL,
      dueLanes: () => listDueLanes(parts.database.queries),
      take: async (rooms) =>
        (await claimDueSlips(parts.database.queries, rooms, LEASE_MS)).map(({ lane, slip }) => ({
          lane,
          run: () => this.#process(slip),
        })),
      logger: parts.logger,
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Stops claiming slips and waits for those being processed. */
  async stop(): Promise<void> {
    await this.#worker.stop();
    await this.#parts.reader.close();
  }

  round(): Promise<boolean> {
    return this.#worker.round();
  }

  /** Claims all due slips in the background, including new ones. */
  nudge(): void {
    this.#worker.wake();
  }

  /** @returns true when it was read and is due for the look-up at once */
  async #process(slip: Slip): Promise<boolean> {
    const { database, logger } = this.#parts;
    const log = { slipId: slip.id, memberId: slip.memberId };
    try {
      const resolution = await this.#advance(slip);
      if (resolution === 'read' || resolution === 'taken') return resolution === 'read';
      // A credited slip has ended in the transaction of its credit.
      if (resolution.state === 'processing') {
        await postponeSlip(database.queries, slip, resolution.waitMs, resolution.why);
      } else if (resolution.state === 'failed') {
        await endSlip(database, slip, resolution);
      }
      logger.info({ ...log, ...present(resolution) }, 'slip looked at');
    } catch (error) {
      // The slip is claimed again after its lease.
      logger.error({ ...log, err: error }, 'slip could not be looked at');
    }
    return false;
  }

  /**
   * @returns `read`: its reference is known, and it is looked up in its bank's lane; `taken`: another process
   *   has claimed it meanwhile
   */
  async #advance(slip: Slip): Promise<Resolution | 'read' | 'taken'> {
    if (slip.reference !== '') return this.#ask(slip);
    const reading = await this.#read(slip);
    if (reading.state === 'failed') return reading;
    const { sendingBank, reference } = reading;
    const { queries } = this.#parts.database;
    return (await saveReference(queries, slip, sendingBank, reference)) ? 'read' : 'taken';
  }

  async #read(slip: Slip): Promise<ReadReference | Failure> {
    const { database, reader, files } = this.#parts;
    if (slip.attempts > MOST_READINGS) return failed('UNKNOW_ERROR', 'unreadable_picture');
    const file = await findPicture(database.queries, slip.id);
    if (!file) return failed('UPLOADED_FILE_NOT_EXIST');
    const reading = await reader.read(await files.readWhole(file));
    return reading.outcome === 'read'
      ? { state: 'read', sendingBank: reading.sendingBank, reference: reading.reference }
      : failed(reading.reason);
  }

  async #ask(slip: Slip): Promise<Resolution | 'taken'> {
    const { database, lookup, clock, logger } = this.#parts;
    if (await isRepeated(database.queries, slip)) return failed('SLIP_REFNO_DUPLICATED');
    const { sendingBank, reference } = slip;
    const answer = await lookup.lookUp({ sendingBank, reference });
    await keepAnswer(database.queries, slip.id, answer, clock.now());
    // The service rejects such a reference.
    if (answer.outcome === 'refused') return failed('INVALID_SLIP');
    if (answer.outcome === 'unknown') {
      logger.warn({ slipId: slip.id, reason: answer.reason }, 'slip look-up does not answer');
      return this.#wait(slip, slipBackoffMs(slip.attempts));
    }
    switch (answer.value.status) {
      case 'found':
        return this.#judge(slip, answer.value.transfer);
      case 'not_found':
        return failed('EXPIRED_SLIP');
      case 'delayed':
        return this.#wait(slip, answer.value.retryAfterMs);
      case 'quota':
        return this.#wait(slip, slipBackoffMs(slip.attempts));
      default:
        return answer.value satisfies never;
    }
  }

  async #judge(slip: Slip, transfer: LookedUpTransfer): Promise<Resolution | 'taken'> {
    const { database, content, senders, logger } = this.#parts;
    const owner = await findWallet(database.queries, slip.memberId);
    const { currency } = owner;
    const accounts = (await content.get()).depositAccounts.banks;
    const destination = destinationOf(transfer, accounts, currency);
    if ('problem' in destination) {
      if (destination.problem === 'none') return failed('DEST_ACC_INVALID');
      logger.error({ slipId: slip.id }, 'slip does not tell which account of ours');
      return failed('UNKNOW_ERROR', 'unclear_account');
    }
    const { fromBankCode: bankCode, fromAccountNo: accountNo, fromName: name } = transfer;
    const sender = await senders.find({ bankCode, accountNo, name });
    const isMember = typeof sender !== 'string' && !isOurAccount(accounts, transfer);
    const senderId = isMember ? sender.memberId : undefined;
    const objection = objectionTo(transfer, slip, senderId);
    if (objection) return failed(objection.note, objection.why);
    return this.#credit(slip, transfer, destination.account, owner.walletAccount);
  }

  /** Credits the transfer and ends the slip, unless the bank's statement has reported it already. */
  async #credit(
    slip: Slip,
    transfer: LookedUpTransfer,
    account: DepositBank,
    payee: AccountId,
  ): Promise<Resolution | 'taken'> {
    const { incoming, logger } = this.#parts;
    const { amount, at, fromBankCode: bankCode, fromAccountNo, fromName: name } = transfer;
    const { bankAccountNo: accountNo, currency } = account;
    const { sendingBank, reference } = slip;
    const from = { bankCode, accountNo: fromAccountNo, name };
    const told = { accountNo, currency, amount, at, from, sendingBank, reference };
    const end = await incoming
      .inTurn(told, async (tx): Promise<Acceptance | 'taken'> => {
        if (!(await lockClaimed(tx, slip))) return 'taken';
        const accepted = await acceptSlipIn(tx, incoming, slip, told, payee);
        if (typeof accepted !== 'string') await endSlipIn(tx, slip, accepted);
        return accepted;
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'KEY_INVALID') return 'elsewhere' as const;
        throw error;
      });
    if (end === 'repeated') return failed('SLIP_REFNO_DUPLICATED');
    if (end === 'held') return this.#wait(slip, slipBackoffMs(slip.attempts), 'held');
    if (end !== 'elsewhere') return end;
    // Staff must investigate this.
    logger.error({ slipId: slip.id, reference }, 'slip is credited otherwise');
    return failed('UNKNOW_ERROR', 'elsewhere');
  }

  #wait(slip: Slip, waitMs: number, why?: SlipWhy): Resolution {
    const ageMs = this.#parts.clock.now().getTime() - slip.createdAt.getTime();
    // A slip does not expire while the look-up service is off.
    const isGivenUp = ageMs > GIVE_UP_AFTER_MS && !this.#parts.off.has('slip');
    return isGivenUp
      ? failed('UNKNOW_ERROR', why ?? 'given_up')
      : { state: 'processing', waitMs, ...(why && { why }) };
  }
}

function present(resolution: Resolution): object {
  if (resolution.state === 'processing') return { state: resolution.state, waitMs: resolution.waitMs };
  return { state: resolution.state, ...(resolution.state === 'failed' && { reason: resolution.note }) };
}
