import type { Currency } from '@krapao/contract/money';
import { useRead } from '../../lib/reads.ts';

/** Returns the currency of a member, whose page has read it already. */
export function useCurrency(id: string): Currency {
  const { data } = useRead('GET /staff/api/members/:id', { params: { id } });
  return data?.member.currency ?? 'BAHT';
}
