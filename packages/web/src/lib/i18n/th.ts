import { agreement } from './th/agreement.ts';
import { chat } from './th/chat.ts';
import { common } from './th/common.ts';
import { conditions } from './th/conditions.ts';
import { contact } from './th/contact.ts';
import { deposit } from './th/deposit.ts';
import { errors, slipAdvice, slipReasons, spinErrors } from './th/errors.ts';
import { games } from './th/games.ts';
import { home } from './th/home.ts';
import { howto } from './th/howto.ts';
import { login } from './th/login.ts';
import { profile } from './th/profile.ts';
import { register } from './th/register.ts';
import { shell } from './th/shell.ts';
import { slips } from './th/slips.ts';
import { statement } from './th/statement.ts';
import { status } from './th/status.ts';
import { transfer } from './th/transfer.ts';
import { withdraw } from './th/withdraw.ts';

/** Thai is the source: the other languages must have exactly these groups and keys. */
export const texts = {
  agreement,
  chat,
  common,
  conditions,
  contact,
  deposit,
  games,
  home,
  howto,
  login,
  profile,
  register,
  shell,
  slips,
  statement,
  status,
  transfer,
  withdraw,
};

export const catalogue = { errors, spinErrors, slipReasons, slipAdvice };
