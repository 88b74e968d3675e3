import { toDecimal } from '@krapao/contract/money';
import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { TransferInReview } from '../ledger/queries.ts';
import { ManualReview } from '../modules/transfers/manual-review.ts';
import { runCommand } from './command.ts';
import { shellUser } from './shell-user.ts';

const REVIEW = {
  command: 'npm run tool -- review',
  about: 'Lists the transfers that need manual review, or resolves one.',
  words: '[settle ID done|undone]',
  options: {},
} as const;

function toLine(transfer: TransferInReview): string {
  const { id, amount, currency, createdAt, reason } = transfer;
  return `${id}  ${createdAt.toISOString()}  ${toDecimal(amount)} ${currency}  ${wayOf(transfer)}  ${reason}`;
}

/** Formats a transfer's destination or origin. */
function wayOf(transfer: TransferInReview): string {
  if (transfer.kind === 'withdraw') {
    const { bankCode = '?', bankAccountNo = '?' } = transfer.detail;
    return `payout to ${bankCode}  ${bankAccountNo}`;
  }
  const { provider = '?', username = '?', balanceBefore } = transfer.detail;
  const before = balanceBefore === undefined ? '' : `  before=${balanceBefore}`;
  return `${transfer.kind === 'game_in' ? 'to' : 'from'} ${provider}  ${username}${before}`;
}

// `npm run tool -- review`: lists the transfers that need manual review, or resolves one as the counterparty's staff
// say.
await runCommand(REVIEW, async ({ positionals }) => {
  const [command, id, end, ...rest] = positionals;
  const isList = command === undefined;
  const isSettle = command === 'settle' && id && (end === 'done' || end === 'undone') && rest.length === 0;
  if (!isList && !isSettle) throw new UsageError(usageOf(REVIEW));
  const database = await openDatabase(readSettings(process.env));
  try {
    const transfers = new ManualReview({ database, ledger: new Ledger(database) });
    if (isList) {
      const waiting = await transfers.list();
      for (const transfer of waiting) console.log(toLine(transfer));
      console.log(`review: ${waiting.length} transfers`);
      return;
    }
    const { amount, currency } = await transfers.settle(id ?? '', end === 'done', shellUser());
    console.log(`review: ${toDecimal(amount)} ${currency} is settled as ${end}`);
  } finally {
    await database.close();
  }
});
