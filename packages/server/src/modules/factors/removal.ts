import { z } from 'zod';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { keepFactorRemoval, lockMember, phoneOf } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import type { SessionService } from '../session/service.ts';
import type { Actor } from '../staff-audit/service.ts';
import type { AccountMessages } from './messages.ts';
import { findFactorKinds, hasAny, keepFlags, type FactorKinds } from './queries.ts';
import { dropCodes } from './recovery-codes.ts';

const REMOVAL = 'factors_removal';

const payload = z.object({ memberId: z.string(), passkeys: z.int(), hasTotp: z.boolean() });

/**
 * Removal of all factors of a member who has lost them: proposed by one person, approved by another. The member's
 * sessions end, every browser is new again, and payouts are looked at for a while.
 */
export class FactorRemovals {
  readonly #database: Database;
  readonly #approvals: Approvals;
  readonly #sessions: Pick<SessionService, 'endAllIn' | 'tellEnded'>;

  constructor(parts: {
    database: Database;
    approvals: Approvals;
    sessions: Pick<SessionService, 'endAllIn' | 'tellEnded'>;
    messages: Pick<AccountMessages, 'tell'>;
  }) {
    this.#database = parts.database;
    this.#approvals = parts.approvals;
    this.#sessions = parts.sessions;
    parts.approvals.register<z.output<typeof payload>>({
      action: REMOVAL,
      payload,
      permissionOf: () => 'members.approve',
      carryOut: async (tx, { memberId, ...proposed }) => {
        const removed = await removeAll(tx, memberId, proposed);
        const phone = await phoneOf(tx, memberId);
        await parts.messages.tell(tx, 'factorsRemoved', { id: memberId, phone });
        const ended = await this.#sessions.endAllIn(tx, memberId);
        this.#database.afterCommit(() => this.#sessions.tellEnded(ended));
        return { ...removed, ended: ended.length };
      },
    });
  }

  /**
   * Proposes the removal.
   * @returns the id of the proposal
   * @throws StaffError NO_DATA; NOT_POSSIBLE for a member without factors; ALREADY_PROPOSED
   */
  async propose(
    staff: StaffCaller,
    actor: Actor,
    { memberId, reason }: { memberId: string; reason: string },
  ): Promise<string> {
    const { queries } = this.#database;
    if ((await phoneOf(queries, memberId)) === undefined) throw new StaffError('NO_DATA');
    const { passkeys, hasTotp } = await findFactorKinds(queries, memberId);
    if (!hasAny({ passkeys, hasTotp })) throw new StaffError('NOT_POSSIBLE');
    return this.#approvals.propose(staff, actor, {
      action: REMOVAL,
      subject: `member ${memberId}`,
      payload: { memberId, passkeys, hasTotp },
      reason,
    });
  }
}

/** @throws StaffError NOT_POSSIBLE when factors came or went since the proposal: the member has not lost them */
async function removeAll(tx: Tx, memberId: string, proposed: FactorKinds): Promise<FactorKinds> {
  await lockMember(tx, memberId);
  const kinds = await findFactorKinds(tx, memberId);
  if (kinds.passkeys !== proposed.passkeys || kinds.hasTotp !== proposed.hasTotp)
    throw new StaffError('NOT_POSSIBLE');
  await tx.deleteFrom('member_passkey').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('member_totp').where('member_id', '=', memberId).execute();
  await dropCodes(tx, memberId);
  await keepFlags(tx, memberId);
  await keepFactorRemoval(tx, memberId);
  return kinds;
}
