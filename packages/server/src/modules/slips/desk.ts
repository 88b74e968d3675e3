import { parseDecimal, toWire, ZERO } from '@krapao/contract/money';
import type { SlipRefusal } from '@krapao/contract/staff/slips';
import { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import { lockTurn } from '../../database/lock-turn.ts';
import type { Database, Tx } from '../../database/open.ts';
import { transferTurns } from '../../database/turns.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { findWallet } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import type { IncomingTransfers } from '../incoming/service.ts';
import { recordAct, recordingRefusal, type Actor } from '../staff-audit/service.ts';
import { permissionsForDecision } from '../staff/queries.ts';
import { acceptSlipIn, type SlipTransfer } from './acceptance.ts';
import { findAnswer } from './answers.ts';
import {
  findAnySlip,
  isUndecided,
  keepAccepted,
  keepRefused,
  lockAnySlip,
  type OpenSlip,
  type SlipDecider,
} from './decisions.ts';
import {
  fromProposed,
  proposedTransfer,
  stillFits,
  toProposed,
  transferOf,
  type ReadTransfer,
} from './told-transfer.ts';

/** Action of accepting a slip, in proposals and in the record. */
export const ACCEPT = 'slip.accept';
const REFUSE = 'slip.refuse';

const payload = z.object({ slipId: z.uuid(), memberId: z.string(), ...proposedTransfer.shape });

export const subjectOf = (slipId: string): string => `slip ${slipId}`;

/** A decision of staff about a slip. */
export type SlipDecision =
  | { decision: 'accept'; accountNo: string; transfer: ReadTransfer; reason: string }
  | { decision: 'refuse'; shown: SlipRefusal; reason: string };

/** Slips that a person decides. One person accepts small ones, two people the others; one refuses. */
export class SlipDesk {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #incoming: IncomingTransfers;
  readonly #approvals: Approvals;
  readonly #clock: Clock;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    incoming: IncomingTransfers;
    approvals: Approvals;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#incoming = parts.incoming;
    this.#approvals = parts.approvals;
    this.#clock = parts.clock;
    parts.approvals.register<z.output<typeof payload>>({
      action: ACCEPT,
      payload,
      permissionOf: () => 'suspense.approve',
      carryOut: async (tx, { slipId, ...proposed }, { decider }) => {
        const transfer = fromProposed(proposed);
        for (const { key } of transferTurns(transfer)) await lockTurn(tx, key);
        return this.#acceptIn(tx, slipId, transfer, decider).catch((cause: unknown) => {
          throw cause instanceof StaffError ? new StaffError('NOT_POSSIBLE', { cause }) : cause;
        });
      },
    });
  }

  /**
   * Accepts or refuses a slip, once.
   * @returns the id of the proposal where a second person must approve; undefined when it is done
   * @throws StaffError NO_DATA, FORBIDDEN, KEY_MISSING, KEY_INVALID, NOT_POSSIBLE, ALREADY_DECIDED, ALREADY_PROPOSED,
   *   REFERENCE_USED, MONEY_HELD, CREDITED_ELSEWHERE
   */
  decide(staff: StaffCaller, actor: Actor, id: string, given: SlipDecision): Promise<string | undefined> {
    const act = { actor, action: `slip.${given.decision}`, subject: subjectOf(id) };
    return recordingRefusal<string | undefined>(this.#database, act, () =>
      given.decision === 'accept'
        ? this.#accept(staff, actor, id, given)
        : this.#refuse(staff, actor, id, given),
    );
  }

  async #accept(
    staff: StaffCaller,
    actor: Actor,
    id: string,
    { accountNo, transfer: read, reason }: Extract<SlipDecision, { decision: 'accept' }>,
  ): Promise<string | undefined> {
    const { queries } = this.#database;
    const content = await this.#content.get();
    const slip = await findAnySlip(queries, id);
    if (!slip) throw new StaffError('NO_DATA');
    if (!isUndecided(slip)) throw new StaffError('ALREADY_DECIDED');
    const { currency } = await findWallet(queries, slip.memberId);
    const transfer = transferOf(content, slip, await findAnswer(queries, id), { currency, accountNo, read });
    const limit = parseDecimal(content.payouts[currency].suspenseTo) ?? ZERO;
    if (transfer.amount > limit) {
      return this.#database.transaction((tx) => this.#propose(tx, staff, actor, { slip, transfer, reason }));
    }
    await this.#incoming.inTurn(transfer, async (tx) => {
      await assertMayAct(tx, staff);
      const after = await this.#acceptIn(tx, id, transfer, staff.name);
      const before = { state: slip.state, note: slip.note };
      await recordAct(tx, {
        actor,
        action: ACCEPT,
        subject: subjectOf(id),
        outcome: 'done',
        reason,
        before,
        after,
      });
    });
    return undefined;
  }

  async #propose(
    tx: Tx,
    staff: StaffCaller,
    actor: Actor,
    { slip, transfer, reason }: { slip: OpenSlip; transfer: SlipTransfer; reason: string },
  ): Promise<string> {
    await assertMayAct(tx, staff);
    await lockUndecided(tx, slip.id);
    const subject = subjectOf(slip.id);
    const open = await this.#approvals.findOpenAbout(tx, ACCEPT, [subject]);
    if (open.size > 0) throw new StaffError('ALREADY_PROPOSED');
    const { id: slipId, memberId } = slip;
    const proposed = { slipId, memberId, ...toProposed(transfer) };
    return this.#approvals.proposeIn(tx, staff, actor, {
      action: ACCEPT,
      subject,
      payload: proposed,
      reason,
    });
  }

  /** Accepts a slip in a transaction that has the transfer's turn. @returns what was done, for the record */
  async #acceptIn(tx: Tx, id: string, transfer: SlipTransfer, by: string): Promise<object> {
    const slip = await lockUndecided(tx, id);
    if (!stillFits(transfer, slip, await findAnswer(tx, id))) throw new StaffError('NOT_POSSIBLE');
    const { walletAccount } = await findWallet(tx, slip.memberId);
    const end = await acceptSlipIn(tx, this.#incoming, slip, transfer, walletAccount).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'KEY_INVALID') return 'elsewhere' as const;
        throw error;
      },
    );
    if (end === 'repeated') throw new StaffError('REFERENCE_USED');
    if (end === 'held') throw new StaffError('MONEY_HELD');
    if (end === 'elsewhere') throw new StaffError('CREDITED_ELSEWHERE');
    await keepAccepted(tx, id, { ...end, ...transfer }, this.#decider(by));
    const { memberId } = slip;
    return { memberId, ...toProposed(transfer), amount: toWire(end.amount), wasCredited: end.wasCredited };
  }

  async #refuse(
    staff: StaffCaller,
    actor: Actor,
    id: string,
    { shown, reason }: Extract<SlipDecision, { decision: 'refuse' }>,
  ): Promise<undefined> {
    await this.#database.transaction(async (tx) => {
      await assertMayAct(tx, staff);
      const { state, note, memberId } = await lockUndecided(tx, id);
      await keepRefused(tx, id, shown, this.#decider(staff.name));
      await recordAct(tx, {
        actor,
        action: REFUSE,
        subject: subjectOf(id),
        outcome: 'done',
        reason,
        before: { state, note },
        after: { memberId, shown },
      });
    });
    return undefined;
  }

  #decider(by: string): SlipDecider {
    return { by, at: this.#clock.now() };
  }
}

/** Reads the person's rights at this time: a role that was taken away a moment ago decides nothing. */
async function assertMayAct(tx: Tx, staff: StaffCaller): Promise<void> {
  const permissions = await permissionsForDecision(tx, staff.id);
  if (!permissions.includes('suspense.act')) throw new StaffError('FORBIDDEN');
}

/** @throws StaffError NO_DATA, ALREADY_DECIDED */
async function lockUndecided(tx: Tx, id: string): Promise<OpenSlip> {
  const slip = await lockAnySlip(tx, id);
  if (!slip) throw new StaffError('NO_DATA');
  if (!isUndecided(slip)) throw new StaffError('ALREADY_DECIDED');
  return slip;
}
