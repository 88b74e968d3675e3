import { destination, pino, type DestinationStream, type Logger } from 'pino';

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
];

/** JSON lines with secrets censored. @param to standard output when left out */
export function createLogger(level: string, to: DestinationStream = destination(1)): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, to);
}
