import type { login as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const login: Translated<typeof source> = {
  title: 'Log in',
  welcome: 'Welcome',
  tagline: 'One wallet for all your games',
  phone: 'Phone number',
  password: 'Password',
  remember: 'Keep me logged in',
  frameForgets:
    'Your browser lets this site keep nothing inside the page around it. After a reload you have to log in again.',
  ownWindow: 'Open in a window of its own',
  submit: 'Log in',
  noAccount: 'No account yet?',
  register: 'Register',
  forgot: 'Forgot your password?',
};
