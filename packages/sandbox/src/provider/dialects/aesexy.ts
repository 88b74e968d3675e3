/**
 * Emulates AE Sexy (AWC): forms with the agent and its certificate, `status` "0000" or an error in every
 * answer. A used `txCode` is refused, refused transfers too can be looked up, and the report of play is
 * answered once in twenty seconds, packed.
 */
import { toWire } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { App } from '../../http/types.ts';
import { offsetText } from './clock.ts';
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

export const AGENT_ID = 'krapaodemo';
const PLATFORM = 'SEXYBCRT';
const CURRENCY = 'THB';
const OFFSET_HOURS = 8;
const REPORT_PAUSE_MS = 20_000;
const DAY_MS = 24 * 3_600_000;
const MAX_ROWS = 20_000;

const ERRORS = {
  1001: 'Account existed',
  1002: 'Account is not exists',
  1004: 'Invalid Currency',
  1010: 'Invalid amount',
  1012: 'Has pending transfer',
  1016: 'txCode already operation',
  1017: 'txCode is not exist',
  1018: 'Not Enough Balance',
  1020: 'Invalid DateTime format',
  1027: 'Invalid Certificate',
  1028: 'Unable to proceed. please try again later',
  1031: 'System is under maintenance mode',
  1035: 'Invalid Agent ID',
  1036: 'Invalid parameters',
} as const;

const failed = (status: keyof typeof ERRORS): Answer => ok({ status: String(status), desc: ERRORS[status] });
const done = (fields: object): Answer => ok({ status: '0000', ...fields });

const timeText = (atMs: number): string => offsetText(atMs, OFFSET_HOURS);

function authorise({ fields }: ServiceCall, secret: string): Answer | null {
  if (!isSame(fields['agentId'], AGENT_ID)) return failed(1035);
  return isSame(fields['cert'], secret) ? null : failed(1027);
}

function createMember({ players }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { userId, currency, betLimit } = fields;
  if (currency !== CURRENCY) return failed(1004);
  if (!isName(userId) || !betLimit) return failed(1036);
  return players.create(info.code, userId, null) === 'created' ? done({ desc: '' }) : failed(1001);
}

const namesIn = (text = ''): string[] => text.split(',').filter((name) => name !== '');

function getBalance({ players, now }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const names = namesIn(fields['userIds']);
  if (names.length === 0) return failed(1036);
  const known = names.flatMap((name) => players.find(info.code, name) ?? []);
  if (known.length === 0) return failed(1002);
  const results = known.map(({ username, balanceMinor }) => ({
    userId: username,
    balance: toWire(balanceMinor),
    lastModified: timeText(now()),
  }));
  return done({ results, count: results.length, querytime: timeText(now()) });
}

function deposit(deps: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { userId = '', txCode: reference = '' } = fields;
  const amount = readPositive(fields['transferAmount']);
  if (reference === '') return failed(1036);
  if (amount === null) return failed(1010);
  const wish = { reference, username: userId, type: 'deposit' as const, amount };
  return moved('DEPOSIT', deps.transfers.move(info.code, wish, { keepsRefusals: true }));
}

/** `withdrawType` 0 takes the amount; 1, and nothing, takes the whole credit. */
function withdraw(deps: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { userId = '', txCode: reference = '', withdrawType = '1' } = fields;
  if (reference === '') return failed(1036);
  const whole = deps.players.find(info.code, userId)?.balanceMinor;
  if (whole === undefined) return failed(1002);
  const amount = withdrawType === '0' ? readPositive(fields['transferAmount']) : whole;
  if (amount === null) return failed(1010);
  if (deps.transfers.find(info.code, reference) === null && amount === 0n) return failed(1018);
  const wish = { reference, username: userId, type: 'withdraw' as const, amount };
  return moved('WITHDRAW', deps.transfers.move(info.code, wish, { keepsRefusals: true }));
}

function moved(method: string, result: Result): Answer {
  switch (result.outcome) {
    case 'done':
      return done({
        amount: toWire(result.amount),
        method,
        databaseId: randomUUID(),
        currentBalance: toWire(result.after),
        lastModified: timeText(result.at),
        txCode: result.id,
      });
    case 'refused':
      return failed(result.reason === 'no_player' ? 1002 : 1018);
    case 'in_progress':
      return failed(1012);
    case 'repeated':
    case 'conflict':
      return failed(1016);
  }
}

function checkTransfer({ transfers }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const known = transfers.find(info.code, fields['txCode'] ?? '');
  if (known === null) return failed(1017);
  if (known === 'in_progress') return failed(1012);
  const move = movedBy(known);
  return done({
    txStatus: move ? '1' : '0',
    balance: move ? toWire(move.after) : null,
    transferAmount: toWire(known.amountMinor),
    transferType: known.type === 'deposit' ? 'DEPOSIT' : 'WITHDRAW',
    userId: known.username,
    txCode: known.reference,
  });
}

function launch({ players, launcher }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const { userId = '', language } = fields;
  if (!players.find(info.code, userId)) return failed(1002);
  return done({ url: launcher.url(info, { username: userId, lang: langOf(language) }), extension: [] });
}

function logOut({ players, access }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const names = namesIn(fields['userIds']).filter((name) => players.find(info.code, name));
  if (names.length === 0) return failed(1002);
  for (const name of names) access.signOutPlayer(info.code, name);
  return done({ logoutUsers: names, count: names.length });
}

/** Returns the report's maker; it remembers when each provider was last asked. */
function reports({ turnover, now }: ServiceDeps): (call: ServiceCall) => Answer {
  const askedAt = new Map<string, number>();
  return ({ info, fields }) => {
    const last = askedAt.get(info.code);
    if (last !== undefined && now() - last < REPORT_PAUSE_MS) return failed(1028);
    const from = Date.parse((fields['timeFrom'] ?? '').replace(' ', '+'));
    if (Number.isNaN(from) || from < now() - DAY_MS) return failed(1020);
    if (fields['platform'] !== PLATFORM) return failed(1036);
    askedAt.set(info.code, now());
    const transactions: object[] = [];
    for (const round of turnover.rounds(info.code)) {
      if (round.at < from) continue;
      if (transactions.length === MAX_ROWS) break;
      transactions.push({
        ID: round.place,
        userId: round.username,
        platform: PLATFORM,
        platformTxId: round.id,
        gameCode: 'MX-LIVE-006',
        gameName: round.game,
        gameType: 'LIVE',
        currency: CURRENCY,
        betAmount: toWire(round.betMinor),
        realBetAmount: toWire(round.betMinor),
        winAmount: toWire(round.winMinor),
        realWinAmount: toWire(round.winMinor),
        turnover: toWire(round.betMinor),
        txStatus: 1,
        settleStatus: 0,
        txTime: timeText(round.at),
        betTime: timeText(round.at),
        updateTime: timeText(round.at),
        roundId: round.id,
      });
    }
    return done({ transactions });
  };
}

/** Packs a report, as its address says. */
function packReports(scope: App): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isReport = request.url.includes('/fetch/gzip/') && typeof payload === 'string';
    if (!isReport || reply.statusCode !== 200) return payload;
    reply.header('content-encoding', 'gzip');
    return gzipSync(payload);
  });
}

export function aesexyRoutes(app: App, deps: ServiceDeps): void {
  const report = reports(deps);
  const rules = {
    service: 'aesexy',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps.secret),
    maintenance: () => failed(1031),
    faults: { refusal: failed(1028) },
    prepare: packReports,
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', '/wallet/createMember', (call) => createMember(deps, call));
    add('POST', '/wallet/getBalance', (call) => getBalance(deps, call));
    add('POST', '/wallet/deposit', (call) => deposit(deps, call));
    add('POST', '/wallet/withdraw', (call) => withdraw(deps, call));
    add('POST', '/wallet/checkTransferOperation', (call) => checkTransfer(deps, call));
    add('POST', '/wallet/login', (call) => launch(deps, call));
    add('POST', '/wallet/doLoginAndLaunchGame', (call) => launch(deps, call));
    add('POST', '/wallet/logout', (call) => logOut(deps, call));
    add('POST', '/fetch/gzip/getTransactionByUpdateDate', report);
  });
}
