import { ENGLISH_NAME, requiresEnglishName } from '@krapao/contract/limits';
import { z } from 'zod';
import { acceptsAccountNo } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { correctBank, correctName, correctPhone, isMember, phoneOf } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import { keepApprovedName } from '../senders/queries.ts';
import type { Messages } from '../session/service.ts';
import type { Actor } from '../staff-audit/service.ts';

const CORRECTION = 'correction';

const change = z.discriminatedUnion('field', [
  z.object({ field: z.literal('name'), name: z.string() }),
  z.object({ field: z.literal('phone'), phone: z.string() }),
  z.object({
    field: z.literal('bank'),
    bankCode: z.string(),
    accountNo: z.string(),
    accountName: z.string(),
  }),
]);
/** Another name, phone or bank account of a member. */
export type Correction = z.output<typeof change>;

const payload = z.object({ memberId: z.string(), change });

/** Corrections of a member's name, phone or bank account: proposed by one person, approved by another. */
export class Corrections {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #approvals: Approvals;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    approvals: Approvals;
    messages: Messages;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#approvals = parts.approvals;
    parts.approvals.register<z.output<typeof payload>>({
      action: CORRECTION,
      payload,
      permissionOf: () => 'members.approve',
      carryOut: async (tx, { memberId, change: to }) => {
        const phone = (await phoneOf(tx, memberId)) ?? '';
        await parts.messages.tell(tx, to.field, { id: memberId, phone });
        if (!(await carryOut(tx, memberId, to))) throw new StaffError('NOT_POSSIBLE');
        if (to.field === 'bank') await keepApprovedName(tx, memberId, to.accountName);
        return to;
      },
    });
  }

  /**
   * Proposes a correction.
   * @returns the id of the proposal
   * @throws StaffError NO_DATA; NOT_POSSIBLE for a bank that there is not, or a number or name that it does not take
   */
  async propose(
    staff: StaffCaller,
    actor: Actor,
    asked: { memberId: string; change: Correction; reason: string },
  ): Promise<string> {
    const { memberId, reason } = asked;
    if (!(await isMember(this.#database.queries, memberId))) throw new StaffError('NO_DATA');
    const to = await this.#checked(asked.change);
    return this.#approvals.propose(staff, actor, {
      action: CORRECTION,
      subject: `member ${memberId}`,
      payload: { memberId, change: to },
      reason,
    });
  }

  async #checked(to: Correction): Promise<Correction> {
    if (to.field !== 'bank') return to;
    const {
      banks: { banks },
    } = await this.#content.get();
    const bank = banks.find(({ code }) => code === to.bankCode);
    const accountName = to.accountName.trim().toUpperCase();
    const fits =
      bank !== undefined &&
      acceptsAccountNo(bank, to.accountNo) &&
      (!requiresEnglishName(to.bankCode) || ENGLISH_NAME.test(accountName));
    if (!fits) throw new StaffError('NOT_POSSIBLE');
    return { ...to, accountName };
  }
}

/** @returns false when another member has that phone or account */
function carryOut(tx: Tx, memberId: string, to: Correction): Promise<boolean> {
  switch (to.field) {
    case 'name':
      return correctName(tx, memberId, to.name);
    case 'phone':
      return correctPhone(tx, memberId, to.phone);
    case 'bank':
      return correctBank(tx, memberId, to);
  }
}
