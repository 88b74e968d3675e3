import { toWire, type Currency, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll, shownTo } from '../../domain/staff-view.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { memberContacts } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import { findAnswer, type KeptAnswer } from './answers.ts';
import { ACCEPT, subjectOf } from './desk.ts';
import type { SlipState } from './repo.ts';
import { accountsFor } from './told-transfer.ts';

interface Row {
  id: string;
  createdAt: Date;
  memberId: string;
  phone: string;
  name: string;
  currency: Currency;
  state: SlipState;
  note: string;
  why: string;
  amount: Minor;
  sendingBank: string;
  reference: string;
  hasPicture: boolean;
  decidedBy: string;
  decidedAt: Date | null;
}

interface Parts {
  database: Database;
  content: ContentStore;
  approvals: Approvals;
}

/** Returns a slip with everything that is known of it. @throws StaffError NO_DATA */
export async function showSlip({ database, content, approvals }: Parts, staff: StaffCaller, id: string) {
  const { queries } = database;
  const { rows } = await sql<Row>`
    select s.id, s.created_at as "createdAt", m.id as "memberId", m.username as phone, m.name, m.currency, s.state,
        s.note, s.why, s.amount, s.sending_bank as "sendingBank", s.reference, s.decided_by as "decidedBy",
        s.decided_at as "decidedAt", exists (select from slip_image i where i.slip_id = s.id) as "hasPicture"
      from slip s join ${memberContacts} m on m.id = s.member_id where s.id = ${id}`.execute(queries);
  const [row] = rows;
  if (!row) throw new StaffError('NO_DATA');
  const answer = await findAnswer(queries, id);
  const open = await approvals.findOpenAbout(queries, ACCEPT, [subjectOf(id)]);
  const { memberId, phone, name, decidedAt, ...slip } = row;
  return {
    ...slip,
    createdAt: slip.createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    amount: toWire(slip.amount || (answer?.transfer?.amount ?? slip.amount)),
    member: { id: memberId, phone: shownTo(staff, phone), name },
    answer: answer ? shownAnswer(staff, answer) : null,
    accounts: accountsFor(await content.get(), slip.currency, answer).map((account) => ({
      bankCode: account.bankCode,
      accountNo: account.bankAccountNo,
      accountName: account.bankAccountName,
    })),
    approvalId: open.get(subjectOf(id)) ?? null,
  };
}

/** A sender may be no member: staff who see members masked do not read the name. */
function shownAnswer(staff: StaffCaller, { answer, reason, toldAt, transfer }: KeptAnswer) {
  return {
    answer,
    reason,
    toldAt: toldAt.toISOString(),
    transfer: transfer && {
      amount: toWire(transfer.amount),
      at: transfer.at.toISOString(),
      from: {
        bankCode: transfer.fromBankCode,
        accountNo: shownTo(staff, transfer.fromAccountNo),
        accountName: seesAll(staff) ? transfer.fromName : '',
      },
      to: {
        bankCode: transfer.toBankCode,
        accountNo: transfer.toAccountNo,
        accountName: transfer.toName,
      },
    },
  };
}
