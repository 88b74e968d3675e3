import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import { dayKey, signJili } from './client.ts';
import { toCreated, toCredit, toLookedUp, toReport, toTransferred } from './replies.ts';

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const differs = expect.objectContaining({ outcome: 'differs' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });
const ok = (data: unknown) => reply({ ErrorCode: 0, Message: '', Data: data });
const error = (code: unknown, message = '') => reply({ ErrorCode: code, Message: message, Data: null });

describe('the key', () => {
  // printf '%s' 26012krapao_demos3cret | openssl dgst -md5 -r
  it.each([
    ['2026-01-02T03:59:59Z', 'krapao_demo', 's3cret', 'c6bf2833ebb754a9cac34a8a3230a16f'],
    ['2026-01-02T04:00:00Z', 'krapao_demo', 's3cret', '15fcc24de25067cf71c45ca54b32bfe0'],
    ['2026-11-24T12:00:00Z', 'ก', 'another secret', '9dfcbbc7dca2ffed21a1b0be3fb2c069'],
  ])('at %s of %s', (at, agentId, agentKey, key) => {
    expect(dayKey({ agentId, agentKey }, Date.parse(at))).toBe(key);
  });

  // printf '%s' "AgentId=krapao_demo$key" | openssl dgst -md5 -r, with the second key above
  it.each([
    [
      { Account: 'kp1', TransactionId: 't-1', Amount: '100.50', TransferType: '2', AgentId: 'krapao_demo' },
      '611bed81886428b9b74fd6166fa1e0ea',
    ],
    [{ AgentId: 'krapao_demo' }, '565f6ab33ae48ab6fe82c78fad3910e8'],
    [{ Accounts: 'kp ก', AgentId: 'krapao_demo' }, '8871bc720d1967045b27d91b75bfdae8'],
  ])('signs %j', (fields, hash) => {
    expect(signJili(fields, '15fcc24de25067cf71c45ca54b32bfe0')).toBe(hash);
  });
});

describe('a transfer', () => {
  it.each([
    ['done', ok({ CoinBefore: 0, CoinAfter: 100.5, Status: 1 }), done(10_050n)],
    ['failed', ok({ CoinAfter: 0, Status: 2 }), refused('failed')],
    ['in progress', ok({ CoinAfter: 0, Status: 3 }), unknown],
    ['without a status', ok({ CoinAfter: 100.5 }), unknown],
    ['without a credit', ok({ Status: 1 }), unknown],
    ['without data', ok(null), unknown],
    ['a repeated reference', error(103, 'TransactionId exists'), unknown],
    ['too little credit', error(102, 'Insufficient balance'), refused(INSUFFICIENT_AT_PROVIDER)],
    ['no player', error(101, 'Account does not exist'), refused(NO_PLAYER_AT_PROVIDER)],
    ['a wrong key', error(5, 'Invalid key'), unknown],
    ['any other error', error(999), unknown],
    ['no code', reply({ Data: { Status: 1, CoinAfter: 1 } }), unknown],
    ['a page', reply('<html></html>'), unknown],
    ['a 503', reply({ ErrorCode: 0, Data: { Status: 1, CoinAfter: 1 } }, 503), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('a look-up', () => {
  const asked = { reference: 't', username: 'kp1', direction: 'withdraw', amount: minor(2_025n) } as const;
  const record = { Account: 'kp1', TransferType: 3, Amount: 20.25 };

  it.each([
    ['done', ok({ ...record, Status: 1 }), done(undefined)],
    ['done, everything taken out', ok({ ...record, TransferType: 1, Status: 1 }), done(undefined)],
    ['failed', ok({ ...record, Status: 2 }), refused('failed')],
    ['in progress', ok({ ...record, Status: 3 }), unknown],
    ['of another amount', ok({ ...record, Amount: 20, Status: 1 }), differs],
    ['of another direction', ok({ ...record, TransferType: 2, Status: 1 }), differs],
    ['of another player', ok({ ...record, Account: 'kp2', Status: 1 }), differs],
    ['without an amount', ok({ Account: 'kp1', TransferType: 3, Status: 1 }), unknown],
    ['101', error(101), { outcome: 'not_found' }],
    ['another code', error(5), unknown],
    ['a page', reply('<html></html>'), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toLookedUp(answer, asked)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('take an existing player for created', () => {
    expect(toCreated(ok(null))).toEqual(done(undefined));
    expect(toCreated(error(101, 'Account exists'))).toEqual(done(undefined));
    expect(toCreated(error(5, 'Invalid key'))).toEqual(refused('Invalid key'));
  });

  it('tell the credit of the player who was asked about, if there is one', () => {
    const rows = [
      { Account: 'kp2', Balance: 1, Status: 2 },
      { Account: 'kp1', Balance: 2.5, Status: 1 },
      { Account: 'kp3', Balance: 0, Status: 3 },
    ];
    expect(toCredit(ok(rows), 'kp1')).toEqual(done(250n));
    expect(toCredit(ok(rows), 'kp3')).toEqual(refused(NO_PLAYER_AT_PROVIDER));
    expect(toCredit(ok(rows), 'kp4')).toEqual(unknown);
  });

  it('report bets with ids of nineteen digits, and stakes told as negative amounts', () => {
    const row = (id: string) =>
      `{"Account":"kp1","WagersId":${id},"GameId":2,"WagersTime":"2026-01-01T23:04:05","BetAmount":-5.5,"PayoffAmount":25}`;
    const body = (rows: string) =>
      reply(`{"ErrorCode":0,"Data":{"Result":[${rows}],"Pagination":{"TotalPages":2}}}`);
    const ids = ['1384295287383605248', '1384295287383605249'];
    const read = toReport(body(ids.map(row).join(',')));
    expect(read.outcome === 'done' && read.value.entries.map(({ reference }) => reference)).toEqual(ids);
    expect(read).toMatchObject({
      value: {
        pages: 2,
        entries: [{ game: '2', turnover: 550n, winLoss: 1_950n, at: new Date('2026-01-02T03:04:05Z') }, {}],
      },
    });
    expect(toReport(ok({ Result: [] }))).toEqual(unknown);
  });
});
