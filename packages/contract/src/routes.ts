import { account } from './account.ts';
import { appFaults } from './app-faults.ts';
import { bonusRoutes } from './bonus.ts';
import { chat } from './chat.ts';
import { deposits } from './deposits.ts';
import { factors } from './factors.ts';
import { games } from './games.ts';
import { gifts } from './gifts.ts';
import { invite } from './invite.ts';
import { lookup } from './lookup.ts';
import { notices } from './notices.ts';
import { otp } from './otp.ts';
import { play } from './play.ts';
import { promotion } from './promotion.ts';
import { protection } from './protection.ts';
import { refund } from './refund.ts';
import type { ReceivedOf, SentBodyOf, SentParamsOf } from './route.ts';
import { session } from './session.ts';
import { slips } from './slips.ts';
import { spinwheel } from './spinwheel.ts';
import { statement } from './statement.ts';
import { wallet } from './wallet.ts';
import { withdrawals } from './withdrawals.ts';

/** Every call of the player API, keyed `METHOD /path`. */
export const routes = {
  ...lookup,
  ...notices,
  ...session,
  ...factors,
  ...account,
  ...otp,
  ...deposits,
  ...wallet,
  ...games,
  ...withdrawals,
  ...protection,
  ...play,
  ...slips,
  ...gifts,
  ...statement,
  ...bonusRoutes,
  ...promotion,
  ...refund,
  ...invite,
  ...spinwheel,
  ...chat,
  ...appFaults,
};

export type Routes = typeof routes;
export type RouteKey = keyof Routes;

/** Path parameters, body and reply of a call, as a client sends and gets them. */
export type RequestParams<K extends RouteKey> = SentParamsOf<Routes[K]>;
export type RequestBody<K extends RouteKey> = SentBodyOf<Routes[K]>;
export type ResponseBody<K extends RouteKey> = ReceivedOf<Routes[K]>;
