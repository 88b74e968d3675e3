import { describe, expect, it } from 'vitest';
import { pageOf } from './page-html.ts';

const template = `<!doctype html>
<html lang="th">
  <head>
    <title>Krapao</title>
    <meta name="description" content="กระเป๋าเดียว" />
    <script type="module" crossorigin src="/assets/index-a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/app-b.js">
    <link rel="stylesheet" crossorigin href="/assets/app-c.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

const parts = {
  template,
  css: '@font-face{src:url(/assets/a.woff2)}body{color:red}@font-face{src:url(data:b)}',
  boot: 'assets/boot-e.js',
  main: 'assets/app-b.js',
  files: ['assets/later-f.js'],
  api: '',
  descriptions: { th: 'กระเป๋าเดียว', en: 'One wallet & more' },
};
const page = {
  name: 'login',
  locale: 'en',
  tag: 'en',
  title: 'Log in & on',
  html: '<h1>Hi</h1>',
  words: { a: '</script>' },
};

describe('a page', () => {
  it('has its styles in it, one script, and no face to fetch before it is painted', () => {
    const html = pageOf({ ...parts, page });
    expect(html).toContain('<style>body{color:red}@font-face{src:url(data:b)}</style>');
    expect(html).toContain('<style id="faces" media="not all">@font-face{src:url(/assets/a.woff2)}</style>');
    expect([...html.matchAll(/<(?:script|link)[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/assets/boot-e.js" data-main="/assets/app-b.js" data-files="/assets/later-f.js" data-drawn="1">',
      '<script type="application/json" id="words">',
    ]);
  });

  it('is in its language, under its title, with what was drawn where the app will be', () => {
    const html = pageOf({ ...parts, page });
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Log in &amp; on</title>');
    expect(html).toContain('<meta name="description" content="One wallet &amp; more" />');
    expect(html).toContain('<div id="root" data-path="/login"><h1>Hi</h1></div>');
    const words = /id="words">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(words)).toEqual(page.words);
  });

  it('with nothing drawn is the template with its styles', () => {
    const html = pageOf({ ...parts, page: null });
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('<html lang="th">');
    expect(html).not.toContain('id="words"');
  });

  it('that the app takes over has no styles of single elements: no strict policy allows them', () => {
    const html = '<p style="width:1px">x</p>';
    expect(() => pageOf({ ...parts, page: { ...page, html } })).toThrow('login');
  });

  it('that the app draws anew has them as rules', () => {
    const html = '<p style="width:1px">x</p><p class="a" style="width:2px">y</p><p style="width:1px">z</p>';
    const made = pageOf({ ...parts, page: { ...page, name: 'home', html } });
    expect(made).toContain(
      '<style>body{color:red}@font-face{src:url(data:b)}.drawn-0{width:1px}.drawn-1{width:2px}</style>',
    );
    expect(made).toContain('<p class="drawn-0">x</p><p class="drawn-1 a">y</p><p class="drawn-0">z</p>');
    expect(made).not.toContain('data-path');
  });

  it('refuses what would end its styles or run by itself', () => {
    expect(() => pageOf({ ...parts, page, css: 'a{content:"</style>"}' })).toThrow('stylesheet');
    expect(() => pageOf({ ...parts, page: { ...page, html: '<script>1</script>' } })).toThrow('scripts');
  });
});
