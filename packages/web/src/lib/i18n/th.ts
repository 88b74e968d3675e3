import { agreement } from './th/agreement.ts';
import { banner } from './th/banner.ts';
import { bonus } from './th/bonus.ts';
import { chat } from './th/chat.ts';
import { common } from './th/common.ts';
import { conditions } from './th/conditions.ts';
import { contact } from './th/contact.ts';
import { deposit } from './th/deposit.ts';
import { errors, slipAdvice, slipReasons, spinErrors } from './th/errors.ts';
import { games } from './th/games.ts';
import { home } from './th/home.ts';
import { howto } from './th/howto.ts';
import { invite } from './th/invite.ts';
import { login } from './th/login.ts';
import { network } from './th/network.ts';
import { profile } from './th/profile.ts';
import { refund } from './th/refund.ts';
import { register } from './th/register.ts';
import { shell } from './th/shell.ts';
import { slips } from './th/slips.ts';
import { spin } from './th/spin.ts';
import { statement } from './th/statement.ts';
import { status } from './th/status.ts';
import { transfer } from './th/transfer.ts';
import { withdraw } from './th/withdraw.ts';

/** Thai is the source: the other languages must have exactly these groups and keys. */
export const texts = {
  agreement,
  banner,
  bonus,
  chat,
  common,
  conditions,
  contact,
  deposit,
  games,
  home,
  howto,
  invite,
  login,
  network,
  profile,
  refund,
  register,
  shell,
  slips,
  spin,
  statement,
  status,
  transfer,
  withdraw,
};

export const catalogue = { errors, spinErrors, slipReasons, slipAdvice };
