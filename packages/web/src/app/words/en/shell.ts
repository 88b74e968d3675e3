import type { shell as source } from '../th/shell.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const shell: Translated<typeof source> = {
  menu: 'Main menu',
  login: 'Log in',
  register: 'Register',
  contact: 'Contact',
  skip: 'Skip to content',
};
