import { PASSWORD_MIN } from '@krapao/contract/limits';
import { messageText } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { Problem } from './registration.ts';

/** Returns the text beside a field for its problem. */
export function problemText(problem: Problem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'required':
      return t('common.required');
    case 'bankRequired':
      return t('register.bankRequired');
    case 'phoneRequired':
      return t('register.phoneInvalid');
    case 'phoneRefused':
      return t('register.phoneRefused');
    case 'digitsOnly':
      return t('kit.digitsOnly');
    case 'phoneTaken':
      return messageText('EXISTING_USER');
    case 'accountTaken':
      return messageText('EXISTING_BANK');
    case 'inviteCodeRefused':
      return t('register.inviteCodeRefused');
    case 'accountRefused':
      return messageText('INVALID_BANK');
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
