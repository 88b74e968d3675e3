import { toDecimal } from '@krapao/contract/money';
import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { Ledger } from '../ledger/ledger.ts';
import { SuspenseError, SuspenseService, type Suspended } from '../modules/suspense/service.ts';
import { run } from './run.ts';

const USAGE = 'npm run suspense [-- assign <id> <phone>]';

/** Told by the other side, beside the origin and the reason, which have places of their own. */
function clues({ detail }: Suspended): string {
  return Object.entries(detail)
    .filter(([name]) => name !== 'provider' && name !== 'unmatched')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function toLine(deposit: Suspended): string {
  const { id, amount, currency, detail, createdAt } = deposit;
  const { provider = '?', unmatched = 'no_order' } = detail;
  return `${id}  ${createdAt.toISOString()}  ${toDecimal(amount)} ${currency}  ${provider}  ${unmatched}  ${clues(deposit)}`;
}

// `npm run suspense`: lists the deposits that belong to nobody, or gives one to a member.
await run(async () => {
  const [command, id, phone, ...rest] = process.argv.slice(2);
  const isList = command === undefined;
  if (!isList && (command !== 'assign' || !id || !phone || rest.length > 0)) throw new SuspenseError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const suspense = new SuspenseService({ database, ledger: new Ledger(database) });
    if (isList) {
      const deposits = await suspense.list();
      for (const deposit of deposits) console.log(toLine(deposit));
      console.log(`suspense: ${deposits.length} deposits`);
      return;
    }
    const { isNew, deposit } = await suspense.assign(id ?? '', phone ?? '');
    const amount = `${toDecimal(deposit.amount)} ${deposit.currency}`;
    console.log(`suspense: ${amount} ${isNew ? 'is' : 'was before'} credited to ${phone}`);
  } finally {
    await database.close();
  }
});
