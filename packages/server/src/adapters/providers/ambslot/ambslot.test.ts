import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import { signAmb } from './client.ts';
import { toCreated, toCredit, toHealth, toLaunched, toTransferred } from './replies.ts';

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });
const ok = (data: unknown) => reply({ status: { code: 0, message: 'Success' }, data });
const error = (code: unknown, message = '') => reply({ status: { code, message } });

describe('the signature', () => {
  // openssl kdf -keylen 64 -kdfopt digest:SHA512 -kdfopt pass:"$body" -kdfopt salt:"$secret" -kdfopt iter:1000 -binary PBKDF2 | base64 -w0
  // python3: base64.b64encode(hashlib.pbkdf2_hmac('sha512', body, secret, 1000, 64))
  it.each([
    [
      '{"username":"kp1","agent":"kpamb"}',
      's3cret',
      'Wsd8hQt4t9/lxv9JWea0nvs+HX50amdHmodddlhr6ktw5/cj47sU0fUMsOXZ8BJTXtGEjRo0FviPQ2iCWFOIZQ==',
    ],
    [
      '{"username":"kp1","amount":"100.50","agent":"ก"}',
      'another secret',
      'mfqGc1WyEcb3Unj5etWxibsbI4gm+4GB5yXHu/x6mbU5I2XefF5xNIsVV3jXxVFGgJ00NxJw5L4AuDyfIUKzVA==',
    ],
    ['', 'ລັບ', '3xpECpMd9pRRpaAhV8kmqKH642uFLHEeJnfHtvknYTQ1SXrYMjIBPz1WD0jSfXU08n9l1hefv7sesMQHPBxUtg=='],
  ])('of %j under %j', async (body, secret, signature) => {
    expect(await signAmb(body, secret)).toBe(signature);
  });
});

describe('a transfer', () => {
  it.each([
    ['done', ok({ balance: { before: 0, after: 100.5 } }), done(10_050n)],
    ['without the balance after it', ok({ balance: { before: 0 } }), unknown],
    ['with one balance alone', ok({ balance: 100.5 }), unknown],
    ['without data', reply({ status: { code: 0 } }), unknown],
    ['without a code', reply({ status: {}, data: { balance: { after: 1 } } }), unknown],
    ['too little credit', error(903, 'Balance insufficient'), refused(INSUFFICIENT_AT_PROVIDER)],
    ['no player', error(901, 'User not found'), refused(NO_PLAYER_AT_PROVIDER)],
    ['any other error', error(900, 'Invalid parameter'), unknown],
    ['a wrong signature', reply({ status: { code: 998 } }, 401), refused('status 401')],
    ['maintenance', reply({ status: { code: 0 } }, 503), unknown],
    ['a page', reply('<html></html>'), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('take an existing player for created', () => {
    expect(toCreated(ok({ username: 'kp1' }))).toEqual(done(undefined));
    expect(toCreated(error(902))).toEqual(done(undefined));
    expect(toCreated(error(1, 'User already exists'))).toEqual(done(undefined));
    expect(toCreated(error(997, 'Invalid agent'))).toEqual(refused('Invalid agent'));
    expect(toCreated(reply('<html></html>'))).toEqual(unknown);
  });

  it('tell a credit, an address, and that the service is up', () => {
    expect(toCredit(ok({ balance: 0.3 }))).toEqual(done(30n));
    expect(toCredit(ok({ balance: { after: 1 } }))).toEqual(unknown);
    expect(toLaunched(ok({ url: 'https://games.example/' }))).toEqual(
      done({ kind: 'url', url: 'https://games.example/' }),
    );
    expect(toHealth(error(901, 'User not found'))).toEqual(done(undefined));
    expect(toHealth(error(997, 'Invalid agent'))).toEqual(refused('Invalid agent'));
  });
});
