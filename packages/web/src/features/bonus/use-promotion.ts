import type { ResponseBody } from '@krapao/contract/routes';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import type { Documented } from '../../lib/documented.ts';
import { call } from '../../lib/http.ts';
import { TEXT_MAX } from '@krapao/contract/limits';
import { withPlainDigits } from '@krapao/contract/typed-digits';

export type Promotion = Documented<ResponseBody<'GET /api/promotion/find/:code'>, 'terms'>;

type Search =
  | { at: 'idle' | 'searching' | 'notFound' }
  | { at: 'failed'; error: unknown }
  | { at: 'found'; code: string; promotion: Promotion };

interface PromotionSearch {
  code: string;
  type: (text: string) => void;
  search: Search;
  /** Looks the code up; does nothing while the field is empty or a search runs. */
  find: () => Promise<void>;
  /** Clears the field. */
  reset: () => void;
}

/** Normalizes a typed code: upper case, ASCII digits, no blanks. */
function cleanCode(text: string): string {
  return withPlainDigits(text).normalize('NFKC').toUpperCase().replace(/\s/g, '').slice(0, TEXT_MAX.code);
}

/** Looks up a promotion by its code. Further typing clears the result. */
export function usePromotionSearch(): PromotionSearch {
  const [code, setCode] = useState('');
  const [search, setSearch] = useState<Search>({ at: 'idle' });
  // Further typing or another search invalidates the pending answer.
  const latest = useRef(0);

  const type = (text: string) => {
    latest.current += 1;
    setCode(cleanCode(text));
    setSearch({ at: 'idle' });
  };
  const find = async () => {
    if (code === '' || search.at === 'searching') return;
    const mine = (latest.current += 1);
    setSearch({ at: 'searching' });
    const found = await lookUp(code);
    if (latest.current === mine) setSearch(found);
  };
  return { code, type, search, find, reset: () => type('') };
}

async function lookUp(code: string): Promise<Search> {
  try {
    const promotion: unknown = await call('GET /api/promotion/find/:code', { params: { code } });
    return isPromotion(promotion) ? { at: 'found', code, promotion } : { at: 'notFound' };
  } catch (error) {
    return isNoSuchCode(error) ? { at: 'notFound' } : { at: 'failed', error };
  }
}

/** An empty reply means the same as a refusal: no such promotion. */
const isPromotion = (reply: unknown): reply is Promotion =>
  typeof reply === 'object' && reply !== null && 'description' in reply;

/** The server refuses a code with invalid characters as unreadable. */
const isNoSuchCode = (error: unknown): boolean =>
  error instanceof ApiError && ['NO_PROMOTION', 'KEY_INVALID'].includes(error.code);
