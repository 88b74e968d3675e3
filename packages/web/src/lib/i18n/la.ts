import type { Catalogue } from './catalogue.ts';
import type { Texts } from './texts.ts';
import { agreement } from './la/agreement.ts';
import { banner } from './la/banner.ts';
import { bonus } from './la/bonus.ts';
import { chat } from './la/chat.ts';
import { common } from './la/common.ts';
import { conditions } from './la/conditions.ts';
import { contact } from './la/contact.ts';
import { deposit } from './la/deposit.ts';
import { errors, slipAdvice, slipReasons, spinErrors } from './la/errors.ts';
import { games } from './la/games.ts';
import { home } from './la/home.ts';
import { howto } from './la/howto.ts';
import { invite } from './la/invite.ts';
import { login } from './la/login.ts';
import { network } from './la/network.ts';
import { profile } from './la/profile.ts';
import { refund } from './la/refund.ts';
import { register } from './la/register.ts';
import { shell } from './la/shell.ts';
import { slips } from './la/slips.ts';
import { spin } from './la/spin.ts';
import { statement } from './la/statement.ts';
import { status } from './la/status.ts';
import { transfer } from './la/transfer.ts';
import { withdraw } from './la/withdraw.ts';

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
