import type { WordsOf } from '../word-sets.ts';
import { agreement } from '../../../features/agreement/words/en.ts';
import { banner } from '../../../features/banner/words/en.ts';
import { bonus } from '../../../features/bonus/words/en.ts';
import { chat } from '../../../features/chat/words/en.ts';
import { conditions } from '../../../features/conditions/words/en.ts';
import { deposit } from '../../../features/deposit/words/en.ts';
import { held } from '../../../features/protection/words/en.ts';
import { refund } from '../../../features/refund/words/en.ts';
import { slipAdvice, slipReasons, slips } from '../../../features/slips/words/en.ts';
import { spin, spinErrors } from '../../../features/spinwheel/words/en.ts';
import { statement } from '../../../features/statement/words/en.ts';
import { withdraw } from '../../../features/withdraw/words/en.ts';

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
