import type { contact as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const contact: Translated<typeof source> = {
  title: 'Contact us',
  open: 'Open the chat app',
  qrAlt: 'QR code for contacting us',
  scan: 'Scan to add us',
  version: 'Version {version}',
  howto: 'How to use the app',
  chat: 'Chat with our team',
  chatHint: 'Ask us anything, with pictures and videos',
  newMessages: 'New messages: {count}',
};
