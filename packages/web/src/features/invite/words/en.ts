import type { invite as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const invite: Translated<typeof source> = {
  title: 'Invite friends',
  bonus: 'Invite bonus',
  receive: 'Receive',
  rate: 'You get {percent}% of what friends you invite deposit',
  cardHint: 'What your friends earn you adds up here',
  unknownMsg:
    'No answer came. You can press again: it is never given twice. We are checking and will tell you.',
  hint: 'Let a friend scan this, or send them the link to register',
  link: 'invite link',
  qr: 'QR code of your invite link',
  share: 'Share link',
  shareText: 'Join me at {name}',
  list: 'From your friends',
  none: 'Nothing from friends yet',
  noneHint: 'Once a friend you invited plays, your bonuses are listed here',
};
