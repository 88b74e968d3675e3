import { describe, expect, it } from 'vitest';
import type { Reply } from '../http/exchange.ts';
import { toTokens } from './page-tokens.ts';

const reply = (text: string, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType: 'text/html',
  text,
});

const PAGE = `<!DOCTYPE html><html><body>
<!-- <input type="hidden" name="__VIEWSTATE" value="of a comment" /> -->
<form method="post" action="./login" id="form1">
<input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="btnLogin" />
<INPUT TYPE="HIDDEN" NAME="__EVENTARGUMENT" VALUE="" />
<div class="aspNetHidden">
<input value="/wEPDwUK&#43;LTk5&quot;x==" name="__VIEWSTATE" type="hidden">
<input type=hidden name=__VIEWSTATEGENERATOR value=CA0B0334>
</div>
<input type="text" name="username" value="" /><input type="password" name="password" />
<input type="hidden" name="__VIEWSTATE" value="a second one" />
</form></body></html>`;

describe('tokens of a log-in page', () => {
  it('are read as a browser reads them, and nothing else', () => {
    expect(toTokens(reply(PAGE))).toEqual({
      outcome: 'done',
      value: {
        __VIEWSTATE: '/wEPDwUK+LTk5"x==',
        __VIEWSTATEGENERATOR: 'CA0B0334',
        __EVENTTARGET: 'btnLogin',
        __EVENTARGUMENT: '',
      },
    });
  });

  it.each<[string, Reply, string]>([
    ['maintenance', reply('{"error":"maintenance"}', 503), 'refused'],
    ['a failure', reply(PAGE, 500), 'unknown'],
    ['a page without one of them', reply(PAGE.replace('name=__VIEWSTATEGENERATOR', '')), 'unknown'],
    ['a page without a form', reply('<html><body>Hello</body></html>'), 'unknown'],
    ['nothing', reply(''), 'unknown'],
    ['a page that is gone', reply(PAGE, 404), 'unknown'],
  ])('are not read from %s', (_name, answer, outcome) => {
    expect(toTokens(answer).outcome).toBe(outcome);
  });
});
