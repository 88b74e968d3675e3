import type { SlipRefusal } from '@krapao/contract/staff/slips';
import type { Queries, Tx } from '../../database/open.ts';
import { releaseReference, type Slip, type SlipEnd, type SlipState } from './repo.ts';

/** A slip as the person who decides it finds it. */
export type OpenSlip = Pick<Slip, 'id' | 'memberId' | 'createdAt' | 'sendingBank' | 'reference'> & {
  state: SlipState;
  note: string;
  /** Name of the person who decided it; empty for the machine. */
  decidedBy: string;
};

/** Who decided a slip, and when. */
export interface SlipDecider {
  by: string;
  at: Date;
}

/** Finds a slip of any member. */
export async function findAnySlip(queries: Queries, id: string): Promise<OpenSlip | undefined> {
  const row = await slipRows(queries, id).executeTakeFirst();
  return row && toOpenSlip(row);
}

/** Locks a slip until the transaction ends. The machine takes the same lock before it credits. */
export async function lockAnySlip(tx: Tx, id: string): Promise<OpenSlip | undefined> {
  const row = await slipRows(tx, id).forUpdate().executeTakeFirst();
  return row && toOpenSlip(row);
}

/** Returns whether a person can decide a slip: it is neither credited nor decided. */
export const isUndecided = ({ state, decidedBy }: OpenSlip): boolean =>
  state !== 'success' && decidedBy === '';

/** Ends a locked slip as accepted, with the reference that was credited. */
export async function keepAccepted(
  tx: Tx,
  id: string,
  end: Extract<SlipEnd, { state: 'success' }> & { sendingBank: string; reference: string },
  { by, at }: SlipDecider,
): Promise<void> {
  await tx
    .updateTable('slip')
    .set({
      state: 'success',
      step: 'done',
      note: '',
      why: '',
      amount: end.amount,
      credited_before: end.wasCredited,
      sending_bank: end.sendingBank,
      reference: end.reference,
      decided_by: by,
      decided_at: at,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a locked slip as refused. It gives up its claim to the transfer. */
export async function keepRefused(
  tx: Tx,
  id: string,
  shown: SlipRefusal,
  { by, at }: SlipDecider,
): Promise<void> {
  await tx
    .updateTable('slip')
    .set({ state: 'failed', step: 'done', note: shown, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute();
  await releaseReference(tx, id);
}

const slipRows = (queries: Queries, id: string) =>
  queries
    .selectFrom('slip')
    .select(['id', 'member_id', 'created_at', 'sending_bank', 'reference', 'state', 'note', 'decided_by'])
    .where('id', '=', id);

const toOpenSlip = (row: {
  id: string;
  member_id: string;
  created_at: Date;
  sending_bank: string;
  reference: string;
  state: string;
  note: string;
  decided_by: string;
}): OpenSlip => ({
  id: row.id,
  memberId: row.member_id,
  createdAt: row.created_at,
  sendingBank: row.sending_bank,
  reference: row.reference,
  state: row.state as SlipState,
  note: row.note,
  decidedBy: row.decided_by,
});
