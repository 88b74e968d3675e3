import { toDecimal } from '@krapao/contract/money';
import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError, type CommandLine } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { Ledger } from '../ledger/ledger.ts';
import { SameMoneyService, type SameMoney } from '../modules/suspense/same-money.ts';
import { SuspenseService, type Suspended } from '../modules/suspense/service.ts';
import { runCommand } from './command.ts';
import { AUTHOR_OPTIONS } from './author-options.ts';
import { shellUser } from './shell-user.ts';

const SUSPENSE = {
  command: 'npm run tool -- suspense',
  about: 'Lists the deposits in suspense, assigns or returns one.',
  words: '[assign ID PHONE | same [ID SLIP|CREDIT --by NAME --reason TEXT]]',
  options: AUTHOR_OPTIONS,
} as const;

/** Formats the counterparty's details except origin and reason, which have columns of their own. */
function clues({ texts }: Suspended): string {
  return Object.entries(texts)
    .filter(([name]) => name !== 'provider' && name !== 'unmatched')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function toLine(deposit: Suspended): string {
  const { id, amount, currency, detail, createdAt } = deposit;
  const { provider = '?', unmatched = 'no_order' } = detail;
  return `${id}  ${createdAt.toISOString()}  ${toDecimal(amount)} ${currency}  ${provider}  ${unmatched}  ${clues(deposit)}`;
}

const toSameLine = ({ depositId, creditId, amount, currency, at, by, reason }: SameMoney): string =>
  `${depositId}  ${at.toISOString()}  ${toDecimal(amount)} ${currency}  same=${creditId}  by ${by}: ${reason}`;

interface Asked {
  command: 'list' | 'assign' | 'list same' | 'same';
  id: string;
  other: string;
  by: string;
  reason: string;
}

/** @throws UsageError */
function readAsked({ values, positionals }: CommandLine<typeof AUTHOR_OPTIONS>): Asked {
  const [command, id = '', other = '', ...rest] = positionals;
  if (command === undefined) return { command: 'list', id, other, ...values };
  if (command === 'same' && positionals.length === 1) return { command: 'list same', id, other, ...values };
  if ((command !== 'assign' && command !== 'same') || !id || !other || rest.length > 0)
    throw new UsageError(usageOf(SUSPENSE));
  return { command, id, other, ...values };
}

// `npm run tool -- suspense`: lists the deposits without a member, assigns one to a member, or takes out one that is
// the same money as a slip's credit. `same` alone lists the deposits taken out that way.
await runCommand(SUSPENSE, async (line) => {
  const { command, id, other, by, reason } = readAsked(line);
  const database = await openDatabase(readSettings(process.env));
  try {
    const ledger = new Ledger(database);
    const suspense = new SuspenseService({ database, ledger });
    const sameMoney = new SameMoneyService({ database, ledger });
    if (command === 'list') {
      const deposits = await suspense.list();
      for (const deposit of deposits) console.log(toLine(deposit));
      console.log(`suspense: ${deposits.length} deposits`);
    } else if (command === 'list same') {
      const settled = await sameMoney.list();
      for (const one of settled) console.log(toSameLine(one));
      console.log(`suspense: ${settled.length} deposits are the same money as a credit`);
    } else if (command === 'assign') {
      const { isNew, deposit } = await suspense.assign(id, other, shellUser());
      const amount = `${toDecimal(deposit.amount)} ${deposit.currency}`;
      console.log(`suspense: ${amount} ${isNew ? 'is' : 'was before'} credited to ${other}`);
    } else {
      const { isNew, deposit, creditId } = await sameMoney.settle(id, other, {
        by,
        reason,
        actor: shellUser(),
      });
      const amount = `${toDecimal(deposit.amount)} ${deposit.currency}`;
      console.log(
        `suspense: ${amount} ${isNew ? 'is' : 'was before'} the same money as the credit ${creditId}`,
      );
    }
  } finally {
    await database.close();
  }
});
