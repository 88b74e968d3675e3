import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { Freezing, type FreezeState } from '../modules/controls/freezing.ts';
import { runCommand } from './command.ts';
import { AUTHOR_OPTIONS } from './author-options.ts';
import { shellUser } from './shell-user.ts';

const MEMBERS = {
  command: 'npm run tool -- members',
  about: 'Freezes or unfreezes a member, or shows a member’s status.',
  words: 'show PHONE | freeze|unfreeze PHONE --by NAME --reason TEXT',
  options: AUTHOR_OPTIONS,
} as const;

function toLines(phone: string, { frozenAt, history, payoutsAtBank, payoutsHeld }: FreezeState): string[] {
  return [
    `members: ${phone} is ${frozenAt ? `frozen since ${frozenAt.toISOString()}` : 'not frozen'}`,
    `payouts under way: ${payoutsAtBank} with the bank, which cannot be called back; ${payoutsHeld} not yet`,
    ...history.map(
      ({ frozen, madeAt, madeBy, reason }) =>
        `${madeAt.toISOString()}  ${frozen ? 'frozen' : 'unfrozen'} by ${madeBy}: ${reason}`,
    ),
  ];
}

// `npm run tool -- members`: freezes or unfreezes a member, or shows a member's status.
await runCommand(MEMBERS, async ({ values: { by, reason }, positionals }) => {
  const [command, phone, ...rest] = positionals;
  const isKnown = command === 'show' || command === 'freeze' || command === 'unfreeze';
  if (!isKnown || !phone || rest.length > 0) throw new UsageError(usageOf(MEMBERS));
  const database = await openDatabase(readSettings(process.env));
  try {
    const freezing = new Freezing(database);
    if (command !== 'show') await freezing.set(phone, command === 'freeze', { by, reason }, shellUser());
    for (const line of toLines(phone, await freezing.show(phone))) console.log(line);
  } finally {
    await database.close();
  }
});
