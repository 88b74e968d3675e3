import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { workContext } from './work-context.ts';

/** Fields that never reach a log, at the top level of a log object and two levels below. */
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
  'recoveryCodes',
  'deviceMark',
  'guestId',
  // Personal data.
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
 * Creates a logger of JSON lines. Secrets are censored; the ids of the current request or transfer are added.
 * @param to standard output by default, which is written asynchronously and flushed when the process exits by
 *   itself
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
      // A line's own fields win over its context's. A line with its own request id needs no context.
      mixinMergeStrategy: (said, context) =>
        context === NOTHING || 'requestId' in said ? said : { ...context, ...said },
    },
    to,
  );
}
