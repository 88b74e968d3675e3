import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { CONTROLS } from '../modules/controls/service.ts';
import { isControl, Switches, type Switch } from '../modules/controls/switches.ts';
import { runCommand } from './command.ts';
import { AUTHOR_OPTIONS } from './author-options.ts';

const CONTROL = {
  command: 'npm run tool -- control',
  about: 'Shows the stops of payouts, deposits and game credit, or sets one.',
  words: `[stop|open ${CONTROLS.join('|')} --by NAME --reason TEXT]`,
  options: AUTHOR_OPTIONS,
} as const;

function toLine({ name, stopped, changedAt, changedBy, reason }: Switch): string {
  const state = `${name.padEnd(12)} ${stopped ? 'STOPPED' : 'open'}`;
  return changedBy ? `${state}  since ${changedAt.toISOString()}  by ${changedBy}: ${reason}` : state;
}

// `npm run tool -- control`: shows the switches that stop payouts, new deposit orders and credit into games, or sets
// one. A stop applies to every process at once. Waiting transfers continue as soon as it is lifted.
await runCommand(CONTROL, async ({ values: { by, reason }, positionals }) => {
  const [command, name = '', ...rest] = positionals;
  const isList = command === undefined;
  const isTurn = (command === 'stop' || command === 'open') && isControl(name) && rest.length === 0;
  if (!isList && !isTurn) throw new UsageError(usageOf(CONTROL));
  const database = await openDatabase(readSettings(process.env));
  try {
    const switches = new Switches(database);
    if (isTurn) {
      const changed = await switches.set(name, command === 'stop', { by, reason });
      const state = command === 'stop' ? 'stopped' : 'open';
      console.log(`control: ${name} ${changed ? 'is' : 'was already'} ${state}`);
    } else {
      for (const control of await switches.list()) console.log(toLine(control));
    }
  } finally {
    await database.close();
  }
});
