import type { network as source } from '../th/network.ts';
import type { Translated } from '../translated.ts';

export const network: Translated<typeof source> = {
  nothingSent: 'No internet. Nothing was sent, and no money moved.',
  unreachable: 'We cannot be reached. Trying again. Balances may be out of date.',
  checking: 'The last result is not known yet. We are checking.',
  done: '{what} is done',
  pending: '{what} was received and is under way',
  refused: '{what} was not done. {reason}',
  lost: '{what} has no known result. Please look at your balance and statement before you do it again.',
  noTrace: '{what} has had no effect so far. You can do it again: it never counts twice.',
  toldElsewhere: '{what} was checked in your other window. See your statement.',
  asOf: 'as of {time}',
  stale: 'Not the latest balance',
};
