import { pino, type Logger } from 'pino';

/** Fields that never reach a log, wherever they stand in what is logged. */
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

/** JSON lines on standard output, with secrets censored. */
export function createLogger(level: string): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } });
}
