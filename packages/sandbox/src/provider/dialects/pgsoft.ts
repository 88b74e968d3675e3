/**
 * Emulates PG Soft: forms with the operator's token and key, every answer `{ data, error }` with HTTP 200.
 * A repeated reference answers the first result. A game's address asks the operator who the player is.
 */
import { toWire, ZERO } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import type { App } from '../../http/types.ts';
import { gamePage } from '../site-game-page.ts';
import { badLinkPage, sendPage } from '../site-pages.ts';
import { SiteSessions } from '../site-session.ts';
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
import { movedBy, type Result } from './transfers.ts';

export const OPERATOR_TOKEN = 'krapao-demo-operator';
const CURRENCY = 'THB';
const GAME_ID = 65;
/** Row versions grow with each round. They are of the size of a time in milliseconds. */
const FIRST_ROW_VERSION = 1_700_000_000_000;
const MAX_REFERENCE = 50;
const OPERATOR_PATIENCE_MS = 5000;

const ERRORS = {
  1034: 'Invalid request',
  1200: 'Internal server error',
  1204: 'Invalid operator',
  1305: 'Invalid player',
  1400: 'Game under maintenance',
  3001: 'Value cannot be null',
  3004: 'Player does not exist',
  3005: 'Player wallet does not exist',
  3013: 'Insufficient balance',
  3040: 'Transaction does not exist',
  3100: 'Transfer failed',
  3101: 'Transfer request is in progress',
} as const;

const failed = (code: keyof typeof ERRORS, call?: ServiceCall): Answer =>
  ok({ data: null, error: { code: String(code), message: ERRORS[code], traceId: traceOf(call) } });

const done = (data: object): Answer => ok({ data, error: null });

const traceOf = (call?: ServiceCall): string | null =>
  (call?.request.query as Record<string, string> | undefined)?.['trace_id'] ?? null;

function authorise(call: ServiceCall, secret: string): Answer | null {
  if (!/^[0-9a-fA-F-]{32,40}$/.test(traceOf(call) ?? '')) return failed(1034, call);
  const { operator_token: token, secret_key: key } = call.fields;
  return isSame(token, OPERATOR_TOKEN) && isSame(key, secret) ? null : failed(1204, call);
}

/** Runs a call of a known player. */
function ofPlayer({ players }: ServiceDeps, call: ServiceCall, run: (username: string) => Answer): Answer {
  const { player_name: username } = call.fields;
  if (!username) return failed(3001, call);
  return players.find(call.info.code, username) ? run(username) : failed(3004, call);
}

function create({ players }: ServiceDeps, call: ServiceCall): Answer {
  const { player_name: username, currency } = call.fields;
  if (!isName(username) || !currency) return failed(1034, call);
  const isNew = players.create(call.info.code, username, null) === 'created';
  return isNew ? done({ action_result: 1 }) : failed(1305, call);
}

const wallet = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const balance = toWire(deps.players.get(call.info.code, username).balanceMinor);
    return done({
      currencyCode: CURRENCY,
      totalBalance: balance,
      cashBalance: balance,
      totalBonusBalance: 0,
      freeGameBalance: 0,
    });
  });

const transfer = (type: 'deposit' | 'withdraw', deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const { amount: text, transfer_reference: reference, currency } = call.fields;
    if (!text || !reference || !currency) return failed(3001, call);
    if (currency !== CURRENCY) return failed(3005, call);
    const amount = readPositive(text);
    if (amount === null || reference.length > MAX_REFERENCE) return failed(1034, call);
    const wish = { reference, username, type, amount };
    return moved(deps.transfers.move(call.info.code, wish, { keepsRefusals: false }), call);
  });

function moved(result: Result, call: ServiceCall): Answer {
  switch (result.outcome) {
    case 'done':
    case 'repeated':
      return done({
        transactionId: result.id,
        balanceAmountBefore: toWire(result.before),
        balanceAmount: toWire(result.after),
        amount: toWire(result.amount),
      });
    case 'refused':
      return failed(result.reason === 'no_player' ? 3004 : 3013, call);
    case 'in_progress':
      return failed(3101, call);
    case 'conflict':
      return failed(3100, call);
  }
}

const transaction = (deps: ServiceDeps, call: ServiceCall): Answer =>
  ofPlayer(deps, call, (username) => {
    const { transfer_reference: reference } = call.fields;
    if (!reference) return failed(3001, call);
    const known = deps.transfers.find(call.info.code, reference);
    if (known === 'in_progress') return failed(3101, call);
    const move = known && movedBy(known);
    if (!move || known.username !== username) return failed(3040, call);
    return done({
      transactionId: move.id,
      playerName: known.username,
      currencyCode: CURRENCY,
      transactionType: known.type === 'deposit' ? 100 : 200,
      transactionAmount: toWire(move.amount),
      transactionFrom: toWire(move.before),
      transactionTo: toWire(move.after),
      transactionDateTime: move.at,
    });
  });

/** Rounds with a row version above the given one, oldest first. */
function history({ turnover }: ServiceDeps, call: ServiceCall): Answer {
  const { count = '', bet_type: type, row_version: version = '' } = call.fields;
  const isCount = /^\d{4}$/.test(count) && Number(count) >= 1500 && Number(count) <= 5000;
  if (!isCount || type !== '1' || !/^\d{1,15}$/.test(version)) return failed(1034, call);
  const rows: object[] = [];
  const from = Math.max(1, Number(version) - FIRST_ROW_VERSION + 1);
  for (const round of turnover.rounds(call.info.code, from)) {
    if (rows.length === Number(count)) break;
    rows.push({
      parentBetId: FIRST_ROW_VERSION + round.place,
      betId: FIRST_ROW_VERSION + round.place,
      playerName: round.username,
      gameId: GAME_ID,
      betType: 1,
      transactionType: 1,
      platform: 1,
      currency: CURRENCY,
      betAmount: toWire(round.betMinor),
      winAmount: toWire(round.winMinor),
      jackpotWinAmount: toWire(ZERO),
      handsStatus: 2,
      rowVersion: FIRST_ROW_VERSION + round.place,
      betTime: round.at,
      betEndTime: round.at,
    });
  }
  return ok({ data: rows, error: null });
}

/** The operator's answer to `VerifySession`. @returns the player's name; null when there is none. */
async function playerBehind(
  code: string,
  session: string,
  { secret, operatorUrlOf }: ServiceDeps,
): Promise<string | null> {
  const operatorUrl = operatorUrlOf(code);
  if (operatorUrl === undefined) return null;
  const answer = await fetch(`${operatorUrl}/VerifySession?trace_id=${randomUUID()}`, {
    method: 'POST',
    body: new URLSearchParams({
      operator_token: OPERATOR_TOKEN,
      secret_key: secret,
      operator_player_session: session,
    }),
    signal: AbortSignal.timeout(OPERATOR_PATIENCE_MS),
  }).catch(() => null);
  if (!answer?.ok) return null;
  const body = (await answer.json().catch(() => null)) as { data?: { player_name?: unknown } | null } | null;
  const name = body?.data?.player_name;
  return typeof name === 'string' ? name : null;
}

/**
 * A game's address for a browser: `…/<game>/index.html?ot=&ops=&btt=1&l=&f=`, below the provider's address or below its
 * site. The latter answers with the game itself, which a client without cookies sees, too.
 */
function gameRoutes(app: App, deps: ServiceDeps, sessions: SiteSessions): void {
  for (const parent of ['provider', 'site'] as const) {
    app.get<{ Params: { code: string }; Querystring: Record<string, string | undefined> }>(
      `/${parent}/:code/:game/index.html`,
      async ({ params: { code }, query }, reply) => {
        const info = deps.providers.speaking(code, ['pgsoft']);
        const { ot, ops = '', btt, l } = query;
        const isOurs = isSame(ot, OPERATOR_TOKEN) && btt === '1' && !deps.players.inMaintenance(code);
        const username = isOurs ? await playerBehind(code, ops, deps) : null;
        const player = username === null ? undefined : deps.players.find(code, username);
        if (!player) return sendPage(reply, 410, badLinkPage(langOf(l)));
        const cookie = deps.access.signIn(code, player.username, langOf(l));
        if (parent === 'provider') return sessions.enter(reply, code, cookie);
        sessions.carry(reply, code, cookie);
        return sendPage(reply, 200, gamePage(info, langOf(l), player));
      },
    );
  }
}

export function pgsoftRoutes(app: App, deps: ServiceDeps): void {
  const rules = {
    service: 'pgsoft',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps.secret),
    maintenance: (call: ServiceCall) => failed(1400, call),
    faults: { failure: failed(1200).body, refusal: failed(3100) },
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', '/Player/v1/Create', (call) => create(deps, call));
    add('POST', '/Player/v1/Kick', (call) =>
      ofPlayer(deps, call, (username) => {
        deps.access.signOutPlayer(call.info.code, username);
        return done({ action_result: 1 });
      }),
    );
    add('POST', '/Cash/v3/GetPlayerWallet', (call) => wallet(deps, call));
    add('POST', '/Cash/v3/TransferIn', (call) => transfer('deposit', deps, call));
    add('POST', '/Cash/v3/TransferOut', (call) => transfer('withdraw', deps, call));
    add('POST', '/Cash/v3/GetSingleTransaction', (call) => transaction(deps, call));
    add('POST', '/Bet/v4/GetHistory', (call) => history(deps, call));
  });
  gameRoutes(app, deps, new SiteSessions(deps));
}
