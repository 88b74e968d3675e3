import type { login as source } from '../th/login.ts';
import type { Translated } from '../translated.ts';

export const login: Translated<typeof source> = {
  title: 'Log in',
  welcome: 'Welcome back',
  tagline: 'One wallet for all your games',
  phone: 'Phone number',
  password: 'Password',
  remember: 'Keep me logged in',
  submit: 'Log in',
  noAccount: 'No account yet?',
  register: 'Register',
  help: 'Forgot your password? Contact us',
};
