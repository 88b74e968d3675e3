import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { Freezing, type FreezeState } from '../modules/controls/freezing.ts';
import { ControlError } from '../modules/controls/switches.ts';
import { readAct } from './read-act.ts';
import { run } from './run.ts';

const USAGE = 'npm run members -- show PHONE | freeze|unfreeze PHONE --by NAME --reason TEXT';

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

// `npm run members`: freezes or unfreezes a member, or shows a member's status.
await run(async () => {
  const { by, reason, positionals } = readAct(USAGE);
  const [command, phone, ...rest] = positionals;
  const isKnown = command === 'show' || command === 'freeze' || command === 'unfreeze';
  if (!isKnown || !phone || rest.length > 0) throw new ControlError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const freezing = new Freezing(database);
    if (command !== 'show') await freezing.set(phone, command === 'freeze', { by, reason });
    for (const line of toLines(phone, await freezing.show(phone))) console.log(line);
  } finally {
    await database.close();
  }
});
