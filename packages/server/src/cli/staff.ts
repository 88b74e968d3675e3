import { ROLES } from '@krapao/contract/staff/permissions';
import { openDatabase } from '../database/open.ts';
import { systemClock } from '../kernel/clock.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { Hashing } from '../kernel/hashing.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { StaffAccounts } from '../modules/staff/accounts.ts';
import { runCommand } from './command.ts';
import { shellUser } from './shell-user.ts';

const STAFF = {
  command: 'npm run tool -- staff',
  about: 'Adds a staff member, or resets a password; prints a one-time link.',
  words: 'add | reset --email ADDRESS [--name NAME] [--role ROLE,…] [--factors]',
  options: {
    email: { type: 'string', default: '', value: 'ADDRESS', about: 'whose' },
    name: { type: 'string', default: '', value: 'NAME', about: 'shown to colleagues and players' },
    role: { type: 'string', default: '', value: 'ROLE,…', about: `of ${ROLES.join(', ')}` },
    factors: {
      type: 'boolean',
      default: false,
      about: 'reset: also removes the authenticator app and passkeys',
    },
  },
} as const;

/** Returns the console's address, as far as the settings tell. */
const consoleUrl = ({ consoleHost, consolePort }: Settings): string =>
  `http://${consoleHost}:${consolePort ?? 'CONSOLE_PORT'}`;

// `npm run tool -- staff`: adds the first owner and other staff, and resets passwords.
await runCommand(STAFF, async ({ values: { email, name, role, factors }, positionals }) => {
  const [command, ...rest] = positionals;
  if ((command !== 'add' && command !== 'reset') || !email || rest.length > 0) {
    throw new UsageError(usageOf(STAFF));
  }
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  try {
    const accounts = new StaffAccounts({
      database,
      hashing: new Hashing(settings.limits.HASHES_WAITING.points),
      clock: systemClock,
    });
    const actor = shellUser();
    const token =
      command === 'add'
        ? await accounts.add({ email, name: name || email, roles: role.split(',').filter(Boolean) }, actor)
        : await accounts.reset(email, actor, { factors });
    console.log(`staff: ${email} sets the password here, once, within a day:`);
    console.log(`${consoleUrl(settings)}/link#${token}`);
  } finally {
    await database.close();
  }
});
