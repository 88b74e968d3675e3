import { messageText } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { Problem } from './registration.ts';

/** Returns the text beside a field for its problem. */
export function problemText(problem: Problem): string {
  switch (problem) {
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
      return messageText('PASSWORD_SHORT');
    case 'passwordEasy':
      return messageText('PASSWORD_EASY');
    case 'passwordNotEqual':
      return t('kit.passwordNotEqualMsg');
    case 'englishOnly':
      return t('kit.requiredEngLangMsg');
  }
}
