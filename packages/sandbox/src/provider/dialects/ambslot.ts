/**
 * Emulates the AMB slot service (PGSLOT): JSON with a slow hash of the raw body in a header, `status.code` in
 * every answer. No references: a repeated transfer moves credit again.
 */
import { toWire } from '@krapao/contract/money';
import { pbkdf2Sync } from 'node:crypto';
import type { App } from '../../http/types.ts';
import {
  isName,
  isSame,
  langOf,
  ok,
  readPositive,
  serviceScope,
  type Answer,
  type ServiceCall,
  type ServiceDeps,
} from './service.ts';

export const AGENT = 'kpamb';
const ROUNDS = 1000;
const BYTES = 64;

/** Codes of errors are observed, not documented. */
const failed = (code: number, message: string, status = 200): Answer => ({
  status,
  body: { status: { code, message } },
});
const done = (data: object): Answer => ok({ status: { code: 0, message: 'Success' }, data });

/** Base64 of PBKDF2-SHA512 of the body, salted with the secret. */
export const ambSignature = (body: string, secret: string): string =>
  pbkdf2Sync(body, secret, ROUNDS, BYTES, 'sha512').toString('base64');

function authorise({ request, fields }: ServiceCall, secret: string): Answer | null {
  const { 'x-amb-signature': given } = request.headers;
  const isSigned = typeof given === 'string' && isSame(given, ambSignature(request.rawBody, secret));
  if (!isSigned) return failed(998, 'Invalid signature', 401);
  return isSame(fields['agent'], AGENT) ? null : failed(997, 'Invalid agent');
}

/** Runs a call of a known player. */
function ofPlayer(
  { players }: ServiceDeps,
  { info, fields }: ServiceCall,
  run: (username: string) => Answer,
): Answer {
  const { username = '' } = fields;
  return players.find(info.code, username) ? run(username) : failed(901, 'User not found');
}

function create({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { username, password } = fields;
  if (!isName(username) || !password) return failed(900, 'Invalid parameter');
  if (players.create(info.code, username, password) === 'exists') return failed(902, 'User already exists');
  return done({ username });
}

const balance = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) =>
    done({ balance: toWire(deps.players.get(call.info.code, username).balanceMinor) }),
  );

const password = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const { newPassword } = call.fields;
    if (!newPassword) return failed(900, 'Invalid parameter');
    deps.players.setPassword(call.info.code, username, newPassword);
    return done({});
  });

const move = (type: 'deposit' | 'withdraw', deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const amount = readPositive(call.fields['amount']);
    if (amount === null) return failed(900, 'Invalid parameter');
    const result = deps.transfers.moveAgain(call.info.code, { username, type, amount });
    if (result.outcome !== 'done') return failed(903, 'Balance insufficient');
    return done({ balance: { before: toWire(result.before), after: toWire(result.after) } });
  });

const launch = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) =>
    done({ url: deps.launcher.url(call.info, { username, lang: langOf(call.fields['language']) }) }),
  );

export function ambslotRoutes(app: App, deps: ServiceDeps): void {
  const rules = {
    service: 'ambslot',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps.secret),
    maintenance: () => failed(999, 'System maintenance', 503),
    faults: { refusal: failed(996, 'Try again later') },
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', '/partner/create', (call) => create(deps, call));
    add('POST', '/partner/balance', (call) => balance(deps, call));
    add('POST', '/partner/password', (call) => password(deps, call));
    add('POST', '/partner/deposit', (call) => move('deposit', deps, call));
    add('POST', '/partner/withdraw', (call) => move('withdraw', deps, call));
    add('POST', '/partner/launch', (call) => launch(deps, call));
  });
}
