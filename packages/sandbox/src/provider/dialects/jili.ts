/**
 * Emulates JILI: parameters in the query or in a form, and a `Key` over them that changes with the day.
 * Errors are numbers with a meaning of their own in each call. A reference serves once, also when refused.
 */
import { minor, toWire } from '@krapao/contract/money';
import { createHash } from 'node:crypto';
import type { App } from '../../http/types.ts';
import { localText, offsetText, parseLocal } from './clock.ts';
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

export const AGENT_ID = 'krapao_demo';
const OFFSET_HOURS = -4;
const GAME_ID = 2;
const MAX_PAGE = 20_000;
const NOISE = 6;

/** The parameters that each call signs, in their order; the agent follows. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  CreateMember: ['Account'],
  GetMemberInfo: ['Accounts'],
  ExchangeTransferByAgentId: ['Account', 'TransactionId', 'Amount', 'TransferType'],
  CheckTransferByTransactionId: ['TransactionId'],
  LoginWithoutRedirect: ['Account', 'GameId', 'Lang'],
  KickMember: ['Account'],
  GetGameList: [],
  GetBetRecordByTime: ['StartTime', 'EndTime', 'Page', 'PageLimit'],
};

/** Codes; only 0 and 101 of the look-up are known from public programs, the others are assumed. */
const EXISTS = 101;
const NO_TRANSFER = 101;
const NO_PLAYER = 101;
const SHORT = 102;
const USED = 103;
const BAD_KEY = 5;
const BAD_PARAMETER = 3;

const failed = (ErrorCode: number, Message: string): Answer => ok({ ErrorCode, Message, Data: null });
const done = (Data: unknown): Answer => ok({ ErrorCode: 0, Message: '', Data });

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The day at the service, `yyMMd`: the day of the month without a leading zero. */
export function keyDay(atMs: number): string {
  const [year = '', month = '', day = ''] = localText(atMs, OFFSET_HOURS).slice(2, 10).split('-');
  return `${year}${month}${Number(day)}`;
}

/** The middle of a `Key`: md5 of the signed parameters and the day's key. */
export const jiliKey = (query: string, day: string, agentKey: string): string =>
  md5(query + md5(day + AGENT_ID + agentKey));

const callName = (call: ServiceCall): string => call.request.url.split('?', 1)[0]?.split('/').at(-1) ?? '';

function authorise(call: ServiceCall, { secret, now }: ServiceDeps): Answer | null {
  const { AgentId = '', Key = '' } = call.fields;
  const names = [...(SIGNED[callName(call)] ?? []), 'AgentId'];
  const query = names.map((name) => `${name}=${call.fields[name] ?? ''}`).join('&');
  const expected = jiliKey(query, keyDay(now()), secret);
  const isSigned = Key.length === expected.length + 2 * NOISE && isSame(Key.slice(NOISE, -NOISE), expected);
  return isSigned && AgentId === AGENT_ID ? null : failed(BAD_KEY, 'Invalid key');
}

function createMember({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { Account } = fields;
  if (!isName(Account)) return failed(BAD_PARAMETER, 'Invalid parameter');
  const isNew = players.create(info.code, Account, null) === 'created';
  return isNew ? done(null) : failed(EXISTS, 'Account exists');
}

function memberInfo({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const names = (fields['Accounts'] ?? '').split(',').filter((name) => name !== '');
  return done(
    names.map((name) => {
      const player = players.find(info.code, name);
      return { Account: name, Balance: player ? toWire(player.balanceMinor) : 0, Status: player ? 2 : 3 };
    }),
  );
}

/** `TransferType` 1 takes everything out, 2 brings in, 3 takes out. */
function exchange(deps: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { Account: username = '', TransactionId: reference = '', TransferType: kind = '' } = fields;
  const player = deps.players.find(info.code, username);
  if (!player) return failed(NO_PLAYER, 'Account does not exist');
  const amount = kind === '1' ? player.balanceMinor : readPositive(fields['Amount']);
  if (amount === null || !/^[123]$/.test(kind) || reference === '' || reference.length > 50) {
    return failed(BAD_PARAMETER, 'Invalid parameter');
  }
  const type = kind === '2' ? ('deposit' as const) : ('withdraw' as const);
  const wish = { reference, username, type, amount };
  return moved(deps.transfers.move(info.code, wish, { keepsRefusals: true }), reference);
}

function moved(result: Result, TransactionId: string): Answer {
  switch (result.outcome) {
    case 'done':
      return done({
        TransactionId,
        CoinBefore: toWire(result.before),
        CoinAfter: toWire(result.after),
        CurrencyBefore: toWire(result.before),
        CurrencyAfter: toWire(result.after),
        Status: 1,
      });
    case 'refused':
      return result.reason === 'no_player'
        ? failed(NO_PLAYER, 'Account does not exist')
        : failed(SHORT, 'Insufficient balance');
    case 'in_progress':
      return done({ TransactionId, Status: 3 });
    case 'repeated':
    case 'conflict':
      return failed(USED, 'TransactionId exists');
  }
}

function check({ transfers }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { TransactionId = '' } = fields;
  const known = transfers.find(info.code, TransactionId);
  if (known === null) return failed(NO_TRANSFER, 'Transaction does not exist');
  if (known === 'in_progress') return done({ TransactionId, Status: 3 });
  return done({
    TransactionId,
    TransferTime: offsetText(known.at, OFFSET_HOURS),
    Account: known.username,
    TransferType: known.type === 'deposit' ? 2 : 3,
    Amount: toWire(known.amountMinor),
    Status: movedBy(known) ? 1 : 2,
  });
}

function login({ players, launcher }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { Account: username = '', Lang } = fields;
  if (!players.find(info.code, username)) return failed(NO_PLAYER, 'Account does not exist');
  return done(launcher.url(info, { username, lang: langOf(Lang) }));
}

function kick({ players, access }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { Account: username = '' } = fields;
  if (!players.find(info.code, username)) return failed(NO_PLAYER, 'Account does not exist');
  access.signOutPlayer(info.code, username);
  return done(null);
}

/** Stakes are negative numbers, and times have the service's offset. */
function betRecords({ turnover }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const from = parseLocal(fields['StartTime'], OFFSET_HOURS);
  const to = parseLocal(fields['EndTime'], OFFSET_HOURS);
  const [page, limit] = [Number(fields['Page']), Number(fields['PageLimit'])];
  const isPage =
    Number.isInteger(page) && page >= 1 && Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE;
  if (from === null || to === null || !isPage) return failed(BAD_PARAMETER, 'Invalid parameter');
  const rows = [...turnover.rounds(info.code)].filter(({ at }) => at >= from && at <= to);
  const Result = rows.slice((page - 1) * limit, page * limit).map((round) => ({
    Account: round.username,
    WagersId: 1_700_000_000_000 + round.place,
    GameId: GAME_ID,
    WagersTime: offsetText(round.at, OFFSET_HOURS),
    BetAmount: toWire(minor(-round.betMinor)),
    PayoffTime: offsetText(round.at, OFFSET_HOURS),
    PayoffAmount: toWire(round.winMinor),
    Status: round.winMinor > round.betMinor ? 1 : round.winMinor < round.betMinor ? 2 : 3,
    SettlementTime: offsetText(round.at, OFFSET_HOURS),
    GameCategoryId: 1,
    Type: 1,
    AgentId: AGENT_ID,
    Turnover: toWire(round.betMinor),
  }));
  const Pagination = {
    CurrentPage: page,
    TotalPages: Math.ceil(rows.length / limit),
    PageLimit: limit,
    TotalNumber: rows.length,
  };
  return done({ Result, Pagination });
}

export function jiliRoutes(app: App, deps: ServiceDeps): void {
  const rules = {
    service: 'jili',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps),
    maintenance: () => ({ status: 503, body: { ErrorCode: 999, Message: 'Maintenance', Data: null } }),
    faults: { refusal: failed(999, 'Try again later') },
  } as const;
  const calls: Readonly<Record<string, (deps: ServiceDeps, call: ServiceCall) => Answer>> = {
    CreateMember: createMember,
    GetMemberInfo: memberInfo,
    ExchangeTransferByAgentId: exchange,
    CheckTransferByTransactionId: check,
    LoginWithoutRedirect: login,
    KickMember: kick,
    GetGameList: () => done([{ GameId: GAME_ID, name: { 'en-US': 'Lucky Reels' }, GameCategoryId: 1 }]),
    GetBetRecordByTime: betRecords,
  };
  serviceScope(app, rules, (add) => {
    for (const [name, run] of Object.entries(calls)) add('POST', `/${name}`, (call) => run(deps, call));
  });
}
