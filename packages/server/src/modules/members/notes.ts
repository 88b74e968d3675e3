import type { Queries, Tx } from '../../database/open.ts';

/** A note of staff about a member. */
export interface MemberNote {
  id: bigint;
  at: Date;
  by: string;
  text: string;
}

const columns = ['id', 'made_at as at', 'made_by as by', 'text'] as const;

/** Lists a member's notes, newest first. */
export const listNotes = (queries: Queries, memberId: string, most: number): Promise<MemberNote[]> =>
  queries
    .selectFrom('member_note')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

export const addNote = (
  tx: Tx,
  memberId: string,
  { by, text }: Pick<MemberNote, 'by' | 'text'>,
): Promise<MemberNote> =>
  tx
    .insertInto('member_note')
    .values({ member_id: memberId, made_by: by, text })
    .returning(columns)
    .executeTakeFirstOrThrow();
