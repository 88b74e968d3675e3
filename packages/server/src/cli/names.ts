import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { HolderNames, type UnprovenName } from '../modules/senders/names.ts';
import { runCommand } from './command.ts';

const NAMES = {
  command: 'npm run tool -- names',
  about: 'Lists account holders’ names that do not count yet, approves or forgets one.',
  words: '[approve PHONE [NAME] | forget PHONE NAME]',
  options: {},
} as const;

function toLine({ phone, bankCode, bankAccountNo, shownName, names, changedAt }: UnprovenName): string {
  const since = changedAt?.toISOString() ?? '-';
  return `${phone}  ${since}  ${bankCode} ${bankAccountNo}  ${shownName}  counts: ${names.join(', ') || 'none'}`;
}

// `npm run tool -- names`: lists names of account holders that do not count yet, approves one, or stops one from
// counting.
await runCommand(NAMES, async ({ positionals }) => {
  const [command, phone, name, ...rest] = positionals;
  const isKnown =
    command === undefined ||
    (command === 'approve' && phone !== undefined) ||
    (command === 'forget' && phone !== undefined && name !== undefined);
  if (!isKnown || rest.length > 0) throw new UsageError(usageOf(NAMES));
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
