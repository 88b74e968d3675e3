import { toMinor, formatAmount } from '@krapao/contract/money';
import { codeText } from './i18n.ts';
import { formatExact } from './time.ts';

/** Fields that hold a moment. */
const OF_MOMENTS = /^(until|endsAt|pending\.from)$/;
/** Fields that list permissions. */
const OF_PERMISSIONS = /^(permissions|before|added|removed)$/;

/** Returns a value of a proposal or of the record as people read it: amounts grouped, moments in Bangkok, known codes as words. */
export function shownValue(path: string, value: string): string {
  const minor = /amount$/i.test(path) ? toMinor(Number(value)) : null;
  if (minor !== null) return formatAmount(minor);
  if (OF_MOMENTS.test(path) && !Number.isNaN(Date.parse(value))) return formatExact(value);
  if (path === 'limit') return codeText('protection', value);
  if (OF_PERMISSIONS.test(path)) return listed(value, 'permissions');
  return path === 'roles' ? listed(value, 'roles') : codeText('values', value);
}

const listed = (value: string, group: 'permissions' | 'roles'): string =>
  value
    .split(', ')
    .map((code) => codeText(group, code))
    .join(', ');
