import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { HolderNameError, HolderNames, type UnprovenName } from '../modules/senders/names.ts';
import { run } from './run.ts';

const USAGE = 'npm run names [-- approve <phone> [<name>] | -- forget <phone> <name>]';

function toLine({ phone, bankCode, bankAccountNo, shownName, names, changedAt }: UnprovenName): string {
  const since = changedAt?.toISOString() ?? '-';
  return `${phone}  ${since}  ${bankCode} ${bankAccountNo}  ${shownName}  counts: ${names.join(', ') || 'none'}`;
}

// `npm run names`: lists names of account holders that do not count yet, approves one, or stops one from
// counting.
await run(async () => {
  const [command, phone, name, ...rest] = process.argv.slice(2);
  const isKnown =
    command === undefined ||
    (command === 'approve' && phone !== undefined) ||
    (command === 'forget' && phone !== undefined && name !== undefined);
  if (!isKnown || rest.length > 0) throw new HolderNameError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const holders = new HolderNames(database);
    if (command === 'approve') {
      console.log(`names: ${await holders.approve(phone ?? '', name)} counts for ${phone}`);
    } else if (command === 'forget') {
      await holders.forget(phone ?? '', name ?? '');
      console.log(`names: ${name} counts no longer for ${phone}`);
    } else {
      const unproven = await holders.unproven();
      for (const one of unproven) console.log(toLine(one));
      console.log(`names: ${unproven.length} do not count yet`);
    }
  } finally {
    await database.close();
  }
});
