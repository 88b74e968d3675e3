import type { home as source } from '../th/home.ts';
import type { Translated } from '../translated.ts';

export const home: Translated<typeof source> = {
  title: 'Home',
  total: 'Total balance ({unit})',
  baht: 'baht',
  kip: 'kip',
  updated: 'Updated',
  refresh: 'Update balance',
  mainWallet: 'Main wallet',
  inGames: 'In games',
  transit: '{amount} is on its way',
  transitHint: 'Nothing to do: it settles by itself',
  slotGames: 'Slots',
  sportGames: 'Sports and casino',
  lottoGames: 'Lotto',
  slotEmpty: 'No slot games right now',
  sportEmpty: 'No sports or casino games right now',
  lottoEmpty: 'No lotto right now',
  openAccount: 'Activate',
  gameDown: 'Not available',
  gameTransit: '{amount} on its way',
  collect: 'Bring all home',
  cards: 'Shown card',
  cash: 'Cash',
  bonus: 'Bonus',
};
