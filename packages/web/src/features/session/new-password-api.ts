import { PASSWORD_MIN, passwordLength } from '@krapao/contract/limits';
import { useState } from 'react';
import { ApiError, messageText } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';

/** The rule of a server that tells none. */
const DOCUMENTED = { minimum: PASSWORD_MIN, refusesEasy: false };

/** Keeps the line's place while the rule is on its way. */
const BLANK = '\u00a0';

/** The operator's rule for new passwords. */
interface PasswordRule {
  /** Fewest characters. */
  minimum: number;
  hint: string;
  /** The problem of a shorter one. */
  tooShort: string;
}

/** Returns the rule, in figures and in words. Every page loads it for its footer. */
export function usePasswordRule(): PasswordRule {
  const t = useT();
  const { data, error } = useApi('GET /api/lookup/info', undefined, { revalidateOnFocus: false });
  const { minimum, refusesEasy } = data?.credential ?? DOCUMENTED;
  const count = { count: minimum };
  const tooShort = t('kit.passwordLength', count);
  if (!data && error === undefined) return { minimum, hint: BLANK, tooShort };
  return { minimum, hint: refusesEasy ? t('kit.passwordRule', count) : tooShort, tooShort };
}

const REFUSALS: ReadonlySet<string> = new Set(['PASSWORD_SHORT', 'PASSWORD_EASY']);

/** Returns what is wrong with a new password, and keeps a refusal of the server for as long as it is the one typed. */
export function useNewPassword(password: string) {
  const { minimum, hint, tooShort } = usePasswordRule();
  const [refused, setRefused] = useState({ password: '', code: '' });
  const isShort = passwordLength(password) < minimum;
  const isRefused = password !== '' && password === refused.password;
  return {
    hint,
    /** Undefined for one that can be sent. */
    problem: isShort ? tooShort : isRefused ? messageText(refused.code) : undefined,
    /** Returns whether an error is such a refusal, which is then told beside the field. */
    keepRefusal: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || !REFUSALS.has(error.code)) return false;
      setRefused({ password, code: error.code });
      return true;
    },
  };
}
