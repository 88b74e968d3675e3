import type { common as source } from '../th/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof source> = {
  unexpectedError: 'Something unexpected went wrong. Please try again.',
  connectionError: 'No connection. Please check your internet and try again.',
  waitSeconds: 'You can try again in {count} s.',
  waitMinutes: 'You can try again in {count} min.',
  waitHours: 'You can try again in {count} h.',
  retry: 'Try again',
  loading: 'Loading',
  loadFailed: 'This could not be loaded',
  empty: 'Nothing here yet',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  required: 'Please fill this in',
  language: 'Language',
};
