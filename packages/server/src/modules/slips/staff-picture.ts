import { fileTypeFromBuffer } from 'file-type';
import type { Database } from '../../database/open.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { StoredFiles } from '../files/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { findAnySlip } from './decisions.ts';
import { findPicture } from './repo.ts';

/**
 * Returns the picture of any member's slip, and records that it was seen: it shows names and accounts.
 * @throws StaffError NO_DATA when there is no slip, or its picture was deleted by age
 */
export async function seePicture(
  { database, files }: { database: Database; files: StoredFiles },
  actor: Actor,
  id: string,
): Promise<{ bytes: Buffer; type: string }> {
  const slip = await findAnySlip(database.queries, id);
  const file = slip && (await findPicture(database.queries, id));
  if (!file) throw new StaffError('NO_DATA');
  const bytes = await files.readWhole(file);
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!type.startsWith('image/')) throw new StaffError('NO_DATA');
  await database.transaction((tx) =>
    recordAct(tx, {
      actor,
      action: 'slip.picture',
      subject: `member ${slip.memberId}`,
      outcome: 'done',
      after: { slipId: id },
    }),
  );
  return { bytes, type };
}
