import type { reset as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const reset: Translated<typeof source> = {
  title: 'New password',
  phoneLead: 'Enter the number you log in with. We send a code to it.',
  phone: 'Phone number',
  phoneLength: 'The phone number must have 10 digits',
  phoneRefused: 'This phone number is not valid. Please check it.',
  send: 'Send me a code',
  haveCode: 'I have a code',
  codeLead:
    'If {phone} has an account, a code is on its way to it. Enter the code and choose a new password.',
  code: 'One-time code',
  password: 'New password',
  submit: 'Set new password',
  after:
    'Every device is logged out afterwards, and withdrawals may wait for a while to keep your money safe.',
  resend: 'Send a new code',
  resendIn: 'Send a new code in {time}',
  changePhone: 'Use another number',
  success: 'Your new password is set. Please log in.',
  noCode: 'No code?',
  help: 'Contact us',
  back: 'Back to log in',
};
