import type { WordsOf } from '../word-sets.ts';
import { agreement } from '../../../features/agreement/words/la.ts';
import { banner } from '../../../features/banner/words/la.ts';
import { bonus } from '../../../features/bonus/words/la.ts';
import { chat } from '../../../features/chat/words/la.ts';
import { conditions } from '../../../features/conditions/words/la.ts';
import { deposit } from '../../../features/deposit/words/la.ts';
import { held } from '../../../features/protection/words/la.ts';
import { refund } from '../../../features/refund/words/la.ts';
import { slipAdvice, slipReasons, slips } from '../../../features/slips/words/la.ts';
import { spin, spinErrors } from '../../../features/spinwheel/words/la.ts';
import { statement } from '../../../features/statement/words/la.ts';
import { withdraw } from '../../../features/withdraw/words/la.ts';

/** Texts of members' other screens and dialogs. */
export const words: WordsOf<'more'> = {
  agreement,
  banner,
  bonus,
  chat,
  conditions,
  deposit,
  held,
  refund,
  slips,
  spin,
  statement,
  withdraw,
  slipAdvice,
  slipReasons,
  spinErrors,
};
