import { toDecimal } from '@krapao/contract/money';
import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { Ledger } from '../ledger/ledger.ts';
import {
  UnclearTransferError,
  UnclearTransfers,
  type UnclearTransfer,
} from '../modules/transfers/unclear.ts';
import { run } from './run.ts';

const USAGE = 'npm run unclear [-- settle <id> done|undone]';

function toLine({ id, kind, amount, currency, detail, createdAt, reason }: UnclearTransfer): string {
  const { provider = '?', username = '?', balanceBefore } = detail;
  const ways = {
    game_in: `to ${provider}  ${username}`,
    game_out: `from ${provider}  ${username}`,
    withdraw: `payout to ${detail['bankCode'] ?? '?'}  ${detail['bankAccountNo'] ?? '?'}`,
  };
  const before = balanceBefore === undefined ? '' : `  before=${balanceBefore}`;
  return `${id}  ${createdAt.toISOString()}  ${toDecimal(amount)} ${currency}  ${ways[kind]}${before}  ${reason}`;
}

// `npm run unclear`: lists the transfers that need manual review, or resolves one as the counterparty's staff
// say.
await run(async () => {
  const [command, id, end, ...rest] = process.argv.slice(2);
  const isList = command === undefined;
  const isSettle = command === 'settle' && id && (end === 'done' || end === 'undone') && rest.length === 0;
  if (!isList && !isSettle) throw new UnclearTransferError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const unclear = new UnclearTransfers({ database, ledger: new Ledger(database) });
    if (isList) {
      const transfers = await unclear.list();
      for (const transfer of transfers) console.log(toLine(transfer));
      console.log(`unclear: ${transfers.length} transfers`);
      return;
    }
    const { amount, currency } = await unclear.settle(id ?? '', end === 'done');
    console.log(`unclear: ${toDecimal(amount)} ${currency} is settled as ${end}`);
  } finally {
    await database.close();
  }
});
