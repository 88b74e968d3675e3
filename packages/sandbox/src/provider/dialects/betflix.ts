/**
 * Emulates BETFLIX: forms, two headers with the agent's keys, names that begin with the agent's prefix.
 * A transfer has a reference that serves nothing: the same one again moves credit again.
 */
import { minor, toWire, ZERO } from '@krapao/contract/money';
import type { App } from '../../http/types.ts';
import { localText, parseLocal } from './clock.ts';
import {
  isName,
  isSame,
  langOf,
  ok,
  readAmount,
  serviceScope,
  type Answer,
  type ServiceCall,
  type ServiceDeps,
} from './service.ts';

/** The agent's key in `x-api-betflix`, or in `x-api-cat` at the newer addresses. */
export const AGENT_KEY = 'krapao-demo-agent';
/** Names at the service are this and the name that the operator registered. */
export const AGENT_PREFIX = 'kpd';
const BANGKOK_HOURS = 7;
const DAY_MS = 24 * 3_600_000;

/** Codes of errors are observed, not documented. */
const failed = (error_code: number, msg: string, status = 200): Answer => ({
  status,
  body: { status: 'error', error_code, msg },
});
const done = (data: object): Answer => ok({ status: 'success', error_code: 0, msg: 'success', data });

function authorise({ request }: ServiceCall, secret: string): Answer | null {
  const { 'x-api-betflix': old, 'x-api-cat': newer, 'x-api-key': key } = request.headers;
  const agent = newer ?? old;
  const isAgent = typeof agent === 'string' && isSame(agent, AGENT_KEY);
  return isAgent && typeof key === 'string' && isSame(key, secret) ? null : failed(401, 'Unauthorized', 401);
}

/** Runs a call of a known player, given by the full name. */
function ofPlayer(
  { players }: ServiceDeps,
  { info, fields }: ServiceCall,
  run: (username: string) => Answer,
): Answer {
  const { username = '' } = fields;
  const name = username.startsWith(AGENT_PREFIX) ? username.slice(AGENT_PREFIX.length) : '';
  return players.find(info.code, name) ? run(name) : failed(404, 'Username not found');
}

function register({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { username, password } = fields;
  if (!isName(username) || !password) return failed(400, 'Invalid parameter');
  if (players.create(info.code, username, password) === 'exists')
    return failed(409, 'Username already exists');
  return done({ username: AGENT_PREFIX + username, password });
}

const balance = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) =>
    done({
      username: AGENT_PREFIX + username,
      balance: toWire(deps.players.get(call.info.code, username).balanceMinor),
    }),
  );

const transfer = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const amount = readAmount(call.fields['amount']);
    if (amount === null || !call.fields['ref']) return failed(400, 'Invalid parameter');
    const type = amount > 0n ? ('deposit' as const) : ('withdraw' as const);
    const wish = { username, type, amount: amount > 0n ? amount : minor(-amount) };
    const result = deps.transfers.moveAgain(call.info.code, wish);
    if (result.outcome !== 'done') return failed(403, 'Insufficient balance');
    return done({
      balance: toWire(result.after),
      before_balance: toWire(result.before),
      ref: call.fields['ref'],
    });
  });

const changePassword = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const { new_password: password } = call.fields;
    if (!password) return failed(400, 'Invalid parameter');
    deps.players.setPassword(call.info.code, username, password);
    return done({});
  });

const login = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const lang = langOf(call.fields['language']);
    const token = deps.launcher.token(call.info, { username, lang });
    const launch = `${deps.launcher.siteUrl(call.info.code)}/launch?token=${token}`;
    return done({ login_token: token, launch_url: launch });
  });

/** Stakes and winnings of a player on days in Bangkok, both included. */
const summary = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const from = parseLocal(call.fields['start'], BANGKOK_HOURS);
    const to = parseLocal(call.fields['end'], BANGKOK_HOURS);
    if (from === null || to === null) return failed(400, 'Invalid parameter');
    let [turnover, winloss] = [ZERO, ZERO];
    for (const round of deps.turnover.rounds(call.info.code)) {
      if (round.username !== username || round.at < from || round.at >= to + DAY_MS) continue;
      turnover = minor(turnover + round.betMinor);
      winloss = minor(winloss + round.winMinor - round.betMinor);
    }
    const shown = { turnover: toWire(turnover), valid_amount: toWire(turnover), winloss: toWire(winloss) };
    return done({ username: AGENT_PREFIX + username, ...shown });
  });

export function betflixRoutes(app: App, deps: ServiceDeps): void {
  const rules = {
    service: 'betflix',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps.secret),
    maintenance: () => failed(503, 'System maintenance', 503),
    faults: { refusal: failed(429, 'Try again later') },
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', '/v4/user/register', (call) => register(deps, call));
    add('POST', '/v4/user/balance', (call) => balance(deps, call));
    add('POST', '/v4/user/transfer', (call) => transfer(deps, call));
    add('POST', '/v4/user/changePassword', (call) => changePassword(deps, call));
    add('POST', '/v4/play/login', (call) => login(deps, call));
    add('GET', '/v4/report/summary', (call) => summary(deps, call));
    add('GET', '/v4/status', () => done({ time: localText(deps.now(), BANGKOK_HOURS) }));
  });
}
