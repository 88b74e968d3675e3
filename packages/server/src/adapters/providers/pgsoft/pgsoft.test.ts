import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  NO_PLAYER_AT_PROVIDER,
} from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import type { Reply } from '../../http/exchange.ts';
import { toCreated, toCredit, toLookedUp, toReport, toTransferred } from './replies.ts';
import { answerSession, playerOf, sessionOf } from './session.ts';

const data = (value: unknown): Reply => reply({ data: value, error: null });
const error = (code: unknown): Reply => reply({ data: null, error: { code, message: 'm', traceId: 't' } });

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const differs = expect.objectContaining({ outcome: 'differs' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });

describe('a transfer', () => {
  it.each([
    ['done', data({ balanceAmountBefore: 0, balanceAmount: 100.5, amount: 100.5 }), done(10_050n)],
    ['done, with an unknown field', data({ balanceAmount: 1, wallet: [1] }), done(100n)],
    ['without a balance', data({ amount: 100.5 }), unknown],
    ['without data', data(null), unknown],
    ['without an error field', reply({ data: { balanceAmount: 1 } }), unknown],
    ['3001', error('3001'), refused('a field is missing')],
    ['3004', error('3004'), refused(NO_PLAYER_AT_PROVIDER)],
    ['3005', error('3005'), refused(NO_PLAYER_AT_PROVIDER)],
    ['3013', error('3013'), refused(INSUFFICIENT_AT_PROVIDER)],
    ['3013 as a number', error(3013), refused(INSUFFICIENT_AT_PROVIDER)],
    ['3100', error('3100'), refused('failed')],
    ['3101, in progress', error('3101'), unknown],
    ['1200', error('1200'), unknown],
    ['1400', error('1400'), refused(MAINTENANCE_AT_PROVIDER)],
    ['a code that no document names', error('9999'), unknown],
    ['no code', reply({ data: null, error: {} }), unknown],
    ['a page', reply('<html></html>'), unknown],
    ['a 500', reply({ data: null, error: { code: '3013' } }, 500), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('a look-up', () => {
  const asked = { reference: 'r', username: 'kp1', direction: 'deposit', amount: minor(10_050n) } as const;

  it.each([
    ['done', data({ playerName: 'kp1', transactionType: 100, transactionAmount: 100.5 }), done(undefined)],
    ['of a withdrawal', data({ transactionType: 200, transactionAmount: 100.5 }), differs],
    ['of another amount', data({ transactionType: 100, transactionAmount: 100 }), differs],
    ['of another player', data({ playerName: 'kp2', transactionAmount: 100.5 }), differs],
    ['without an amount', data({ playerName: 'kp1', transactionType: 100 }), unknown],
    ['3040', error('3040'), { outcome: 'not_found' }],
    ['3101', error('3101'), unknown],
    ['1400', error('1400'), unknown],
    ['3004', error('3004'), unknown],
    ['a page', reply('<html></html>'), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toLookedUp(answer, asked)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('take an existing player for created, and nothing else', () => {
    expect(toCreated(data({ action_result: 1 }))).toEqual(done(undefined));
    expect(toCreated(error('1305'))).toEqual(done(undefined));
    expect(toCreated(error('1200'))).toEqual(unknown);
  });

  it('tell a credit in satang', () => {
    expect(toCredit(data({ cashBalance: 0.1 + 0.2 }))).toEqual(done(30n));
    expect(toCredit(data({ cashBalance: '12.50' }))).toEqual(done(1_250n));
    expect(toCredit(data({ totalBalance: 1 }))).toEqual(unknown);
  });
});

describe('the report', () => {
  const bet = (betId: string, rowVersion: string) =>
    `{"betId":${betId},"playerName":"kp1","gameId":65,"betAmount":5.5,"winAmount":25,"rowVersion":${rowVersion},"betEndTime":1767323045000}`;
  const page = (...bets: string[]) => reply(`{"data":[${bets.join(',')}],"error":null}`);

  it('keeps ids of nineteen digits apart', () => {
    const ids = ['1384295287383605248', '1384295287383605249'];
    const read = toReport(page(...ids.map((id) => bet(id, '7'))), '1', 1_500);
    expect(read).toMatchObject({ value: { cursor: '7', hasMore: false } });
    expect(read.outcome === 'done' && read.value.entries.map(({ reference }) => reference)).toEqual(ids);
    expect(read.outcome === 'done' && read.value.entries[0]).toMatchObject({
      turnover: 550n,
      winLoss: 1_950n,
    });
  });

  it('goes on after the newest version, and not in circles', () => {
    const full = page(bet('1', '5'), bet('2', '6'));
    expect(toReport(full, '1', 2)).toMatchObject({ value: { cursor: '6', hasMore: true } });
    expect(toReport(page(bet('1', '6'), bet('2', '6')), '6', 2)).toEqual(unknown);
    expect(toReport(page(), '6', 2)).toMatchObject({ value: { entries: [], cursor: '6', hasMore: false } });
    expect(toReport(page('{"betId":1}'), '6', 2)).toEqual(unknown);
  });
});

describe('a session', () => {
  const SECRET = 'the secret of the provider';
  const NOW = 1_767_323_045_000;
  const parts = { secret: SECRET, operatorToken: 'token', currency: 'THB' };
  const ask = (fields: Record<string, string>, nowMs = NOW) =>
    answerSession({ path: '', headers: {}, rawBody: new URLSearchParams(fields).toString() }, parts, nowMs);
  const session = sessionOf('kp1', SECRET, NOW);
  const asked = { operator_token: 'token', secret_key: SECRET, operator_player_session: session };

  it('is that of its player, for eight hours', () => {
    expect(ask(asked)).toEqual({
      status: 200,
      body: { data: { player_name: 'kp1', nickname: 'kp1', currency: 'THB' }, error: null },
    });
    expect(playerOf(session, SECRET, NOW + 8 * 3_600_000)).toBeNull();
    expect(ask(asked, NOW + 8 * 3_600_000)).toMatchObject({ body: { data: null, error: { code: '1034' } } });
  });

  it('is no other, and tells nothing to whoever is not the provider', () => {
    for (const other of ['', 'kp1', session.slice(0, -2), session.replace('.', '.a')]) {
      expect(playerOf(other, SECRET, NOW)).toBeNull();
    }
    expect(playerOf(session, 'another secret', NOW)).toBeNull();
    expect(ask({ ...asked, secret_key: 'wrong' })).toBeNull();
    expect(ask({ ...asked, operator_token: 'wrong' })).toBeNull();
  });
});
