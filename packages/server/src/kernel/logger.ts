import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { workContext } from './work-context.ts';

/** Fields that never reach a log: of what is logged itself, of an object in it, of an object in that. */
const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'otpToken',
  'otpCode',
  'authorization',
  'cookie',
  'link',
  'secret',
  'deviceMark',
  'guestId',
  // Of persons.
  'phone',
  'phoneNumber',
  'username',
  'accountNo',
  'accountName',
  'bankAccountNo',
  'bankAccountName',
  'fromAccountNo',
  'fromName',
  'toAccountNo',
  'senderName',
  'senderPhone',
];

const NOTHING = {};

/**
 * JSON lines with secrets censored, and with the ids of the request or transfer that is being worked for.
 *
 * @param to standard output when left out: written to beside the work, and to its end when the process ends by itself
 */
export function createLogger(
  level: string,
  to: DestinationStream = destination({ dest: 1, sync: false }),
): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      mixin: () => workContext() ?? NOTHING,
      // What a line says itself comes before what it is said in; one that names its request has said it all.
      mixinMergeStrategy: (said, context) =>
        context === NOTHING || 'requestId' in said ? said : { ...context, ...said },
    },
    to,
  );
}
