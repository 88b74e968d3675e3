import type { transfer as source } from '../th/transfer.ts';
import type { Translated } from '../translated.ts';

export const transfer: Translated<typeof source> = {
  title: 'Transfer',
  from: 'From',
  to: 'To',
  pick: 'Choose an account',
  mainWallet: 'Main wallet',
  option: '{name} · {amount}',
  optionDown: '{name} · not available',
  swap: 'Swap the two accounts',
  wholeBalance: 'A transfer into a game moves your whole main wallet',
  submit: 'Transfer',
  submitAmount: 'Transfer {amount}',
  selectAccMsg: 'Please choose where to move credit from and to',
  canNotTransferMsg: 'Credit cannot move to the same account',
  noGamesTitle: 'No game account yet',
  noGamesText: 'Activate a game account on the home screen first, then you can move credit.',
  pendingTitle: 'On its way',
  pendingMsg: '{amount} is on its way. The game has not confirmed yet. Nothing to do: it settles by itself.',
  unknownMsg:
    'The connection was lost before an answer came. Your credit is not lost: it has either moved or stayed. Please look at your balance first. If it has not changed, you can try again, and it will not move twice.',
  stayedMsg: 'The transfer did not go through. The credit is still in the game.',
};
