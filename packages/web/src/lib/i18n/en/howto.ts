import type { howto as source } from '../th/howto.ts';
import type { Translated } from '../translated.ts';

export const howto: Translated<typeof source> = {
  title: 'How to use',
  intro: 'Short videos that take you through it step by step',
  wallet: 'Putting money in your wallet',
  play: 'Playing a game',
  balance: 'Checking your balance',
  bonus: 'Getting a bonus',
  bonusCancel: 'Cancelling a bonus',
  soon: 'This video is coming soon',
  watch: 'Watch the video',
};
