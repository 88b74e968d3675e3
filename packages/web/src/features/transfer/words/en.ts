import type { transfer as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const transfer: Translated<typeof source> = {
  title: 'Transfer',
  from: 'From',
  to: 'To',
  pick: 'Choose an account',
  mainWallet: 'Main wallet',
  option: '{name} · {amount}',
  optionDown: '{name} · not available',
  swap: 'Swap the two accounts',
  submit: 'Transfer',
  submitAmount: 'Transfer {amount}',
  selectAccMsg: 'Please choose where to move credit from and to',
  canNotTransferMsg: 'Credit cannot move to the same account',
  noGamesTitle: 'No game account yet',
  noGamesText: 'Activate a game account on the home screen first, then you can move credit.',
  pendingTitle: 'On its way',
  pendingMsg: '{amount} is on its way. The game has not confirmed yet. Nothing to do: it settles by itself.',
  unknownMsg:
    'The connection was lost before an answer came. Your credit is not lost: it has either moved or stayed. Please look at your balance first. If it has not changed, you can try again, and it will not move twice. We are checking and will tell you.',
  stayedMsg: 'The transfer did not go through. The credit is still in the game.',
  throughWallet: 'Everything in {name} moves, through your main wallet',
  wholeOf: 'Everything in {name} moves',
  details: 'See details',
  toWalletOnlyMsg: 'The credit left {from}, but {to} did not take it. All of it is in your main wallet.',
  eitherMsg:
    'The transfer did not go through. Your credit is safe, in {from} or in your main wallet. Please look at your balances.',
  collectAmount: 'Bring all {amount} home',
  collectTitle: 'Bringing credit home',
  collectHome: 'Back in your main wallet',
  collectNothing: 'There is no credit in any game to bring home',
  collectNone: 'Nothing has come back yet',
  collectDone: 'Done',
  collectPending: 'On its way',
  collectPendingHint: 'The game has not confirmed yet. It settles by itself.',
  collectFailed: 'Failed',
  collectStayed: 'The game did not answer or refused. The credit is still in the game.',
  collectPartMsg:
    'Part of your credit is back in your wallet or on its way, the rest is still in the games. Please look at your balances.',
  collectChanged: 'The credit in the game changed meanwhile. Please try again.',
};
