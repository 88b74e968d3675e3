import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { CONTROLS } from '../modules/controls/service.ts';
import { ControlError, isControl, Switches, type Switch } from '../modules/controls/switches.ts';
import { readAct } from './read-act.ts';
import { run } from './run.ts';

const USAGE = `npm run control [-- stop|open ${CONTROLS.join('|')} --by NAME --reason TEXT]`;

function toLine({ name, stopped, changedAt, changedBy, reason }: Switch): string {
  const state = `${name.padEnd(12)} ${stopped ? 'STOPPED' : 'open'}`;
  return changedBy ? `${state}  since ${changedAt.toISOString()}  by ${changedBy}: ${reason}` : state;
}

// `npm run control`: shows the switches that stop payouts, new deposit orders and credit into games, or sets
// one. A stop applies to every process at once. Waiting transfers continue as soon as it is lifted.
await run(async () => {
  const { by, reason, positionals } = readAct(USAGE);
  const [command, name = '', ...rest] = positionals;
  const isList = command === undefined;
  const isTurn = (command === 'stop' || command === 'open') && isControl(name) && rest.length === 0;
  if (!isList && !isTurn) throw new ControlError(USAGE);
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
