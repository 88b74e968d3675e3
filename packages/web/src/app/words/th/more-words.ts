import { agreement } from '../../../features/agreement/words/th.ts';
import { banner } from '../../../features/banner/words/th.ts';
import { bonus } from '../../../features/bonus/words/th.ts';
import { chat } from '../../../features/chat/words/th.ts';
import { conditions } from '../../../features/conditions/words/th.ts';
import { deposit } from '../../../features/deposit/words/th.ts';
import { held } from '../../../features/protection/words/th.ts';
import { refund } from '../../../features/refund/words/th.ts';
import { slipAdvice, slipReasons, slips } from '../../../features/slips/words/th.ts';
import { spin, spinErrors } from '../../../features/spinwheel/words/th.ts';
import { statement } from '../../../features/statement/words/th.ts';
import { withdraw } from '../../../features/withdraw/words/th.ts';

/** Texts of members' other screens and dialogs. */
export const words = {
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
