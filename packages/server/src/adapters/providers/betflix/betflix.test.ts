import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import { toCreated, toCredit, toDone, toLaunched, toTransferred } from './replies.ts';

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });
const error = (error_code: unknown, msg = '') => reply({ status: 'error', error_code, msg });

describe('a transfer', () => {
  it.each([
    ['done', reply({ error_code: 0, data: { balance: 100.5, before_balance: 0 } }), done(10_050n)],
    ['done, in text', reply({ error_code: '0', data: { balance: '1,100.50' } }), done(110_050n)],
    ['without a balance', reply({ error_code: 0, data: { before_balance: 0 } }), unknown],
    ['without data', reply({ error_code: 0 }), unknown],
    ['without a code', reply({ status: 'success', data: { balance: 1 } }), unknown],
    ['too little credit', error(403, 'Insufficient balance'), refused(INSUFFICIENT_AT_PROVIDER)],
    ['no player', error(404, 'Username not found'), refused(NO_PLAYER_AT_PROVIDER)],
    ['any other error', error(500, 'Please try again'), unknown],
    ['an error without a text', error(1), unknown],
    ['a wrong key', reply({ error_code: 401 }, 401), refused('status 401')],
    ['maintenance', reply({ error_code: 503 }, 503), unknown],
    ['a page', reply('<html></html>'), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('take an existing player for created, and one under another name for a wrong setting', () => {
    expect(toCreated(reply({ error_code: 0, data: { username: 'kpdkp1' } }), 'kpdkp1')).toEqual(
      done(undefined),
    );
    expect(toCreated(error(409, 'Username already exists'), 'kpdkp1')).toEqual(done(undefined));
    expect(toCreated(reply({ error_code: 0, data: { username: 'xkp1' } }), 'kpdkp1')).toEqual(unknown);
    expect(toCreated(error(1, 'bad phone'), 'kpdkp1')).toEqual(refused('bad phone'));
  });

  it('tell a credit, an address, and that the service is up', () => {
    expect(toCredit(reply({ error_code: 0, data: { balance: 0 } }))).toEqual(done(0n));
    expect(toCredit(error(404, 'Username not found'))).toEqual(refused(NO_PLAYER_AT_PROVIDER));
    expect(toLaunched(reply({ error_code: 0, data: { launch_url: 'https://games.example/' } }))).toEqual(
      done({ kind: 'url', url: 'https://games.example/' }),
    );
    expect(toLaunched(reply({ error_code: 0, data: { login_token: 'x' } }))).toEqual(unknown);
    expect(toDone(reply({ error_code: 0 }))).toEqual(done(undefined));
  });
});
