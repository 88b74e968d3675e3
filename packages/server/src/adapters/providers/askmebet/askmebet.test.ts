import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import { startCounterparty } from '../../../testing/counterparty.ts';
import { createAskmebet } from './adapter.ts';
import { signAskmebet } from './client.ts';
import { toCreated, toCredit, toHealth, toTransferred } from './replies.ts';

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });
const error = (code: unknown, message = '') => reply({ code, message });

describe('the signature', () => {
  // printf '%s' kp1:pw1:kpag | md5sum
  it.each([
    [['kp1', 'pw1', 'kpag'], '2b553ffd41dc58cb3eb127d0c7940aeb'],
    [['100.50', 'kpagkp1', 'kpag'], '11a42c0297281dcf43052df7ae7b69b1'],
    [['รหัส', 'kpag'], '036a211740e0a13a24af0585a98b91db'],
  ])('of %j', (parts, signature) => {
    expect(signAskmebet(...parts)).toBe(signature);
  });
});

describe('a transfer', () => {
  it.each([
    ['done', reply({ code: 0, result: { ref: 'r', before: 0, after: 100.5 } }), done(10_050n)],
    ['done, in text', reply({ code: 0, result: { after: '1,100.50' } }), done(110_050n)],
    ['without the credit after it', reply({ code: 0, result: { ref: 'r', before: 0 } }), unknown],
    ['without a result', reply({ code: 0 }), unknown],
    ['without a code', reply({ result: { after: 1 } }), unknown],
    ['too little credit', error(1006, 'Credit not enough'), refused(INSUFFICIENT_AT_PROVIDER)],
    ['no player', error(1004, 'Member not found'), refused(NO_PLAYER_AT_PROVIDER)],
    ['a wrong signature', error(1002, 'Invalid signature'), unknown],
    ['any other error', error(999), unknown],
    ['a wrong key', error(1001, 'Invalid key'), unknown],
    ['a wrong key, by its status', reply({ code: 1001 }, 401), refused('status 401')],
    ['maintenance', reply({ code: 1 }, 503), unknown],
    ['a page', reply('<html></html>'), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('a launch', () => {
  const OPTIONS = { baseUrl: 'https://topup.example', secret: 'key', timeoutMs: 1_000 };
  const startService = (body: object) => startCounterparty(() => ({ status: 200, body }));
  const VALUES = { AGENT: 'kpag', LOGIN_URL: 'https://site.example/login?a=1&b=2' };
  const PLAYER = { username: 'kp1', password: 'a"<b>&c', language: 'th' };

  it('posts name and password to the site’s log-in, and has neither in an address', async () => {
    const service = await startService({ code: 0, result: { credit: 5 } });
    const launched = await createAskmebet({ ...OPTIONS, baseUrl: service.url, values: VALUES }).launch(
      PLAYER,
    );
    await service.stop();
    if (launched.outcome !== 'done' || launched.value.kind !== 'html') throw new Error('no page');
    const { html } = launched.value;
    expect(html).toContain('<form method="post" action="https://site.example/login?a=1&amp;b=2">');
    expect(html).toContain('<input type="hidden" name="username" value="kpagkp1">');
    expect(html).toContain('<input type="hidden" name="password" value="a&quot;&lt;b&gt;&amp;c">');
    expect(html).toContain('<input type="hidden" name="lang" value="th">');
  });

  it('is none for a player that the service does not know', async () => {
    const service = await startService({ code: 1004, message: 'Member not found' });
    const launched = await createAskmebet({ ...OPTIONS, baseUrl: service.url, values: VALUES }).launch(
      PLAYER,
    );
    await service.stop();
    expect(launched).toEqual(refused(NO_PLAYER_AT_PROVIDER));
  });

  it('is none without an address of the site’s log-in', async () => {
    const provider = createAskmebet({ ...OPTIONS, values: { AGENT: 'kpag' } });
    expect(await provider.launch(PLAYER)).toEqual(refused('players log in at the site'));
  });
});

describe('the other answers', () => {
  it('take an existing player for created, and one under another name for a wrong setting', () => {
    expect(toCreated(reply({ code: 0, result: { username: 'kpagkp1' } }), 'kpagkp1')).toEqual(
      done(undefined),
    );
    expect(toCreated(error(1005, 'Member already exists'), 'kpagkp1')).toEqual(done(undefined));
    expect(toCreated(reply({ code: 0, result: { username: 'kp1' } }), 'kpagkp1')).toEqual(unknown);
  });

  it('tell a credit, and that the service is up', () => {
    expect(toCredit(reply({ code: 0, result: { credit: '12.345' } }))).toEqual(done(1_234n));
    expect(toCredit(error(1004, 'Member not found'))).toEqual(refused(NO_PLAYER_AT_PROVIDER));
    expect(toHealth(error(1004, 'Member not found'))).toEqual(done(undefined));
    expect(toHealth(reply({ code: 1001 }, 401))).toEqual(refused('status 401'));
    expect(toHealth(reply('<html></html>'))).toEqual(unknown);
  });
});
