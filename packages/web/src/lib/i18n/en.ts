import type { Catalogue } from './catalogue.ts';
import type { Texts } from './texts.ts';
import { agreement } from './en/agreement.ts';
import { banner } from './en/banner.ts';
import { bonus } from './en/bonus.ts';
import { chat } from './en/chat.ts';
import { common } from './en/common.ts';
import { conditions } from './en/conditions.ts';
import { contact } from './en/contact.ts';
import { deposit } from './en/deposit.ts';
import { errors, slipAdvice, slipReasons, spinErrors } from './en/errors.ts';
import { games } from './en/games.ts';
import { home } from './en/home.ts';
import { howto } from './en/howto.ts';
import { invite } from './en/invite.ts';
import { login } from './en/login.ts';
import { network } from './en/network.ts';
import { profile } from './en/profile.ts';
import { refund } from './en/refund.ts';
import { register } from './en/register.ts';
import { shell } from './en/shell.ts';
import { slips } from './en/slips.ts';
import { spin } from './en/spin.ts';
import { statement } from './en/statement.ts';
import { status } from './en/status.ts';
import { transfer } from './en/transfer.ts';
import { withdraw } from './en/withdraw.ts';

export const texts: Texts = {
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

export const catalogue: Catalogue = { errors, spinErrors, slipReasons, slipAdvice };
