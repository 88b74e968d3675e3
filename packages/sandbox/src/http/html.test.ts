import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('the html template', () => {
  it('escapes text, in attributes too', () => {
    const hostile = `"><a href='x'>&`;
    expect(html`<i title="${hostile}">${hostile}</i>`.markup).toBe(
      '<i title="&quot;&gt;&lt;a href=&#39;x&#39;&gt;&amp;">&quot;&gt;&lt;a href=&#39;x&#39;&gt;&amp;</i>',
    );
  });

  it('keeps templates, alone and in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
    expect(html`${items}${3}${html`<hr />`}`.markup).toBe('<i>a</i><i>&lt;b&gt;</i>3<hr />');
  });
});
