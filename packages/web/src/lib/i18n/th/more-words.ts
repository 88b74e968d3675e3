import { bonus } from './bonus.ts';
import { chat } from './chat.ts';
import { conditions } from './conditions.ts';
import { deposit } from './deposit.ts';
import { slipAdvice, slipReasons, spinErrors } from './reasons.ts';
import { refund } from './refund.ts';
import { slips } from './slips.ts';
import { spin } from './spin.ts';
import { statement } from './statement.ts';
import { withdraw } from './withdraw.ts';

/** Texts of members' other screens and dialogs. */
export const words = {
  bonus,
  chat,
  conditions,
  deposit,
  refund,
  slips,
  spin,
  statement,
  withdraw,
  slipAdvice,
  slipReasons,
  spinErrors,
};
