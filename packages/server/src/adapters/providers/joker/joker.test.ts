import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { cannedReply } from '../../../testing/canned-reply.ts';
import type { Reply } from '../../http/exchange.ts';
import { signJoker } from './client.ts';
import { toCreated, toCredit, toLaunched, toLookedUp, toReport, toTransferred } from './replies.ts';

const reply = (status: number, body: unknown): Reply => cannedReply(body, status);

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });

describe('the signature', () => {
  // printf '%s' "$pairs" | openssl dgst -sha1 -hmac "$secret" -binary | base64
  it.each([
    [
      's3cret',
      { Username: 'kp1', Method: 'TC', Amount: '100.00', RequestID: 'r-1', Timestamp: '1767323045' },
      '30WuTTZ7pl91zkJNP+FdHSYypSg=',
    ],
    ['another secret', { Method: 'GC', Username: 'kp ก&x', Timestamp: '0' }, 'IcWXkLcvjwIhwIMUrLivF8Qi7iA='],
    ['ລັບ', { Timestamp: '1767323046', Method: 'ListGames' }, 'UKoEt9J+ZiL0I80Kl9Wt/11BNqw='],
  ])('with %j of %j', (secret, fields, signature) => {
    expect(signJoker(fields, secret)).toBe(signature);
  });
});

describe('a new player', () => {
  it.each([
    ['created', reply(201, { Status: 'Created' }), done(undefined)],
    ['there already', reply(200, { Status: 'OK' }), done(undefined)],
    ['of an empty answer', reply(200, {}), unknown],
    ['of a status that no document names', reply(200, { Status: 'Pending' }), unknown],
    ['of a server’s error', reply(500, { Status: 'Created' }), unknown],
  ])('%s', (_name, answer, outcome) => expect(toCreated(answer)).toEqual(outcome));
});

describe('a transfer', () => {
  it.each([
    ['done', reply(200, { Credit: 150.25, BeforeCredit: 50.25 }), done(15_025n)],
    ['done, in text with commas', reply(200, { Credit: '1,150.25' }), done(115_025n)],
    ['done, with fractions of a satang', reply(200, { Credit: 150.2599 }), done(15_025n)],
    ['without a credit', reply(200, { BeforeCredit: 50 }), unknown],
    ['with a credit that is none', reply(200, { Credit: 'NaN' }), unknown],
    ['a repeated or pending reference', reply(400, { Message: 'Duplicated RequestID' }), unknown],
    ['too little credit', reply(400, { Message: 'Insufficient fund' }), refused(INSUFFICIENT_AT_PROVIDER)],
    ['no player', reply(404, { Message: 'no such user' }), refused(NO_PLAYER_AT_PROVIDER)],
    ['a wrong signature', reply(403, { Message: 'Invalid signature' }), refused('Invalid signature')],
    ['slow down', reply(429, { Message: 'slow down' }), unknown],
    ['maintenance', reply(503, { Message: 'maintenance' }), unknown],
    ['a page', reply(200, '<html></html>'), unknown],
    ['a page at a 404', reply(404, '<html></html>'), unknown],
    ['a redirect', reply(302, {}), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('a look-up', () => {
  const asked = {
    reference: 'r',
    username: 'kp1',
    direction: 'withdraw',
    amount: minor(10_000n),
  } as const;
  const differs = expect.objectContaining({ outcome: 'differs' }) as unknown;

  it.each([
    ['done', reply(200, { Username: 'kp1', Amount: -100 }), done(undefined)],
    ['done, without a name', reply(200, { Amount: -100 }), done(undefined)],
    ['of another amount', reply(200, { Username: 'kp1', Amount: -100.01 }), differs],
    ['of the other direction', reply(200, { Username: 'kp1', Amount: 100 }), differs],
    ['of another player', reply(200, { Username: 'kp2', Amount: -100 }), differs],
    ['without an amount', reply(200, { Username: 'kp1' }), unknown],
    ['of a part of a satang', reply(200, { Amount: -100.005 }), unknown],
    ['not known', reply(404, { Message: 'not found' }), { outcome: 'not_found' }],
    ['a page at a 404', reply(404, '<html></html>'), unknown],
    ['refused', reply(403, { Message: 'Invalid signature' }), unknown],
    ['broken', reply(500, {}), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toLookedUp(answer, asked)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('tell a credit, or why not', () => {
    expect(toCredit(reply(200, { Credit: 0, OutstandingCredit: 20 }))).toEqual(done(0n));
    expect(toCredit(reply(404, { Message: 'no such user' }))).toEqual(refused(NO_PLAYER_AT_PROVIDER));
    expect(toCredit(reply(400, { Message: 'bad' }))).toEqual(refused('bad'));
  });

  it('make the address of a lobby from a token', () => {
    expect(toLaunched(reply(200, { Token: 'a&b' }), 'https://games.example/?brand=1', 'th')).toEqual(
      done({ kind: 'url', url: 'https://games.example/?brand=1&token=a%26b&game=&mobile=true&lang=th' }),
    );
    expect(toLaunched(reply(200, {}), 'https://games.example/', 'th')).toEqual(unknown);
  });

  it('report rounds of each kind at UTC+8, and put aside what cannot be read', () => {
    const row = {
      OCode: 'o1',
      Username: 'kp1',
      GameCode: 'g',
      Amount: 5.5,
      Result: 25,
      Time: '2026-01-02T11:04:05',
    };
    const data = {
      Game: [row],
      Jackpot: [{ ...row, OCode: 'o2', Amount: 0 }],
      Competition: [{ OCode: 'o3' }],
    };
    expect(toReport(reply(200, { data, nextId: 'n' }))).toEqual(
      done({
        entries: [
          {
            reference: 'o1',
            username: 'kp1',
            game: 'g',
            turnover: 550n,
            winLoss: 1_950n,
            at: new Date('2026-01-02T03:04:05Z'),
          },
          expect.objectContaining({ reference: 'o2', turnover: 0n, winLoss: 2_500n }),
        ],
        rejected: [{ reason: 'id or player is missing', text: '{"OCode":"o3"}' }],
        nextId: 'n',
      }),
    );
    expect(toReport(reply(200, {}))).toEqual(unknown);
    expect(toReport(reply(200, { data: { Game: 'none' } }))).toEqual(unknown);
  });
});
