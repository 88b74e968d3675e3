import { dayOf } from '../kernel/bangkok-time.ts';
import type { StaffBrowser } from './staff.ts';
import type { TestServer } from './test-server.ts';

/** An entry of a statement; the other fields are usual. */
export interface StatementLine {
  /** As {@link swiftDay} writes it; today by default. */
  day?: string;
  /** `D` for money that left. */
  mark?: string;
  /** In baht. */
  amount: number;
  type?: string;
  ours?: string;
  /** The sending bank's three digits. */
  bank?: string;
  from?: string;
}

/** Returns a day in Bangkok as MT940 writes it: `261120`. */
export const swiftDay = (at = new Date()): string => dayOf(at).slice(2).replaceAll('-', '');

let number = 0;

/** Returns a statement of today in MT940, with a number of its own. */
export function mt940Of(account: string, lines: readonly StatementLine[]): string {
  number += 1;
  const today = swiftDay();
  const written = lines.map(
    ({ day = today, mark = 'C', amount, type = 'NTRF', ours = 'NONREF', bank = '004', from = '' }) =>
      `:61:${day}${day.slice(2)}${mark}${amount},00${type}${ours}\n:86:166?00TRANSFER?30${bank}?31${from}\n`,
  );
  const isCredit = (mark: string): boolean => mark === 'C' || mark === 'RD';
  const sum = lines.reduce((all, { mark = 'C', amount }) => all + (isCredit(mark) ? amount : -amount), 0);
  const closing = `${sum < 0 ? 'D' : 'C'}${today}THB${Math.abs(sum)},00`;
  return `:20:N${number}\n:25:${account}\n:28C:${number}/1\n:60F:C${today}THB0,00\n${written.join('')}:62F:${closing}\n`;
}

let files = 0;

/** Has a file given by one person and approved by another. @returns it as it is listed once it is booked */
export async function bookFile(
  server: TestServer,
  maker: StaffBrowser,
  approver: StaffBrowser,
  text: string,
) {
  const name = `file ${(files += 1)}`;
  const content = Buffer.from(text).toString('base64');
  const given = { name, content, reason: 'the bank sent it' };
  const { approvalId } = (await maker.call('POST /staff/api/statements', given)).body;
  const decision = { decision: 'approve', reason: 'compared' };
  await approver.call(`POST /staff/api/approvals/${approvalId}/decision`, decision);
  return server.whenDone(async () => {
    const [newest] = (await maker.call('GET /staff/api/statements')).body.items;
    if (newest?.name !== name || newest.state !== 'booked') throw new Error(`${name} is not booked`);
    return newest;
  });
}
