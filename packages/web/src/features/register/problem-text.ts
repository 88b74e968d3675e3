import { PASSWORD_MIN } from '@krapao/contract/limits';
import { t } from '../../lib/i18n/i18n.ts';
import type { Problem } from './registration.ts';

/** What to say beside a field about what is wrong with it. */
export function problemText(problem: Problem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'required':
      return t('common.required');
    case 'phoneRequired':
      return t('register.phoneInvalid');
    case 'phoneLength':
      return t('register.phoneLength');
    case 'passwordShort':
      return t('register.passwordShort', { count: PASSWORD_MIN });
    case 'passwordNotEqual':
      return t('kit.passwordNotEqualMsg');
    case 'englishOnly':
      return t('kit.requiredEngLangMsg');
  }
}
