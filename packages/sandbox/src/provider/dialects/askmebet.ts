/**
 * Emulates ASKMEBET: JSON below a path with the partner's key, md5 signatures in the bodies, names that begin
 * with the agent's. No references: a repeated transfer moves credit again. Players log in at the site.
 */
import { minor, toWire, ZERO } from '@krapao/contract/money';
import { createHash } from 'node:crypto';
import type { App } from '../../http/types.ts';
import {
  isName,
  isSame,
  ok,
  readPositive,
  serviceScope,
  type Answer,
  type ServiceCall,
  type ServiceDeps,
} from './service.ts';

/** Names at the service are this and the name that the operator gave. It is also the secret of signatures. */
export const AGENT = 'kpag';
const MEMBER = '/v0.1/partner/member';

/** Codes of errors are observed, not documented. */
const failed = (code: number, message: string, status = 200): Answer => ({ status, body: { code, message } });
const done = (result: object): Answer => ok({ code: 0, message: 'success', result });

/** md5 of parts and the agent, between colons. */
export const askmebetSignature = (...parts: readonly string[]): string =>
  createHash('md5')
    .update([...parts, AGENT].join(':'))
    .digest('hex');

const paramsOf = ({ request }: ServiceCall) => request.params as Readonly<Record<string, string | undefined>>;

const authorise = (call: ServiceCall, secret: string): Answer | null =>
  isSame(paramsOf(call)['key'], secret) ? null : failed(1001, 'Invalid key', 401);

const badSignature = (): Answer => failed(1002, 'Invalid signature');

/** Runs a call of a known player, given by the full name. */
function ofPlayer(
  { players }: ServiceDeps,
  call: ServiceCall,
  run: (username: string, fullName: string) => Answer,
): Answer {
  const { username = '' } = paramsOf(call);
  const name = username.startsWith(AGENT) ? username.slice(AGENT.length) : '';
  return players.find(call.info.code, name) ? run(name, username) : failed(1004, 'Member not found');
}

function create({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { memberLoginName: name = '', memberLoginPass: password = '', signature } = fields;
  if (!isSame(signature, askmebetSignature(name, password))) return badSignature();
  if (!isName(name) || password === '') return failed(1003, 'Invalid parameter');
  if (players.create(info.code, name, password) === 'exists') return failed(1005, 'Member already exists');
  return done({ username: AGENT + name, loginName: name });
}

const resetPassword = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const { password = '', signature } = call.fields;
    if (!isSame(signature, askmebetSignature(password))) return badSignature();
    if (password === '') return failed(1003, 'Invalid parameter');
    deps.players.setPassword(call.info.code, username, password);
    return done({});
  });

const credit = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) =>
    done({ credit: toWire(deps.players.get(call.info.code, username).balanceMinor) }),
  );

const move = (type: 'deposit' | 'withdraw', deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username, fullName) => {
    const { amount: text = '', signature } = call.fields;
    if (!isSame(signature, askmebetSignature(text, fullName))) return badSignature();
    const amount = readPositive(text);
    if (amount === null) return failed(1003, 'Invalid parameter');
    const result = deps.transfers.moveAgain(call.info.code, { username, type, amount });
    if (result.outcome !== 'done') return failed(1006, 'Credit not enough');
    return done({ ref: result.id, before: toWire(result.before), after: toWire(result.after) });
  });

/** Stakes and winnings of a player since the transfer with this reference of the service. */
const winLose = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const known = deps.transfers.find(call.info.code, paramsOf(call)['ref'] ?? '');
    if (known === null || known === 'in_progress' || known.username !== username) {
      return failed(1007, 'Reference not found');
    }
    let [turnover, winlose] = [ZERO, ZERO];
    for (const round of deps.turnover.rounds(call.info.code)) {
      if (round.username !== username || round.at < known.at) continue;
      turnover = minor(turnover + round.betMinor);
      winlose = minor(winlose + round.winMinor - round.betMinor);
    }
    return done({ turnover: toWire(turnover), winLose: toWire(winlose) });
  });

export function askmebetRoutes(app: App, deps: ServiceDeps): void {
  const rules = {
    service: 'askmebet',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps.secret),
    maintenance: () => failed(1009, 'System maintenance', 503),
    faults: { refusal: failed(1008, 'Try again later') },
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', `${MEMBER}/create/:key`, (call) => create(deps, call));
    add('PUT', `${MEMBER}/reset-password/:key/:username`, (call) => resetPassword(deps, call));
    add('GET', `${MEMBER}/credit/:key/:username`, (call) => credit(deps, call));
    add('POST', `${MEMBER}/deposit/:key/:username`, (call) => move('deposit', deps, call));
    add('POST', `${MEMBER}/withdraw/:key/:username`, (call) => move('withdraw', deps, call));
    add('GET', `${MEMBER}/winLose/:key/:username/:ref`, (call) => winLose(deps, call));
  });
}
