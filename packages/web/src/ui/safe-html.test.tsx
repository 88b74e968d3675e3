import { render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSanitizer, SafeHtml } from './safe-html.tsx';

// This window has no sanitizer, so this tests the library. e2e/src/xss.spec.ts tests that a browser's own
// sanitizer does the same.
beforeAll(loadSanitizer);

/** Returns the rendered form of a piece of markup. */
const shown = (html: string) => render(<SafeHtml html={html} />).container.querySelector('div')?.innerHTML;

describe('server HTML', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<svg onload="alert(1)"></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name="password"></form>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<p style="position:fixed">x</p>',
    '<p id="root" data-icon="x" class="overlay">x</p>',
  ])('loses what could do harm: %s', (html) => {
    expect(shown(html)).not.toMatch(
      /script|onerror|onload|iframe|form|input|text\/html|style=|id=|data-|class=/i,
    );
  });

  it.each([
    ['<img src="data:image/png;base64,AAAA">', '<img src="data:image/png;base64,AAAA">'],
    ['<img src="data:image/svg+xml,%3Csvg/%3E">', '<img>'],
    ['<img src="data:text/html,words">', '<img>'],
    ['<svg><image href="data:image/svg+xml;base64,AAAA"></image></svg>', '<svg><image></image></svg>'],
    ['<a href="data:image/png;base64,AAAA">words</a>', '<a>words</a>'],
    ['<a href="//elsewhere.example/">words</a>', '<a>words</a>'],
    [String.raw`<a href="/\elsewhere.example/">words</a>`, '<a>words</a>'],
    ['<a href="java &#1;script:alert(1)">words</a>', '<a>words</a>'],
    ['<a href="ftp://elsewhere.example/">words</a>', '<a>words</a>'],
    ['<a href="/content/rules.pdf">words</a>', '/content/rules.pdf'],
    ['<a href="tel:0211111111">words</a>', 'tel:0211111111'],
    ['<img src="pictures/a.png">', 'pictures/a.png'],
  ])('keeps of %s where it leads, if that is plain', (html, kept) => {
    expect(shown(html)).toContain(kept);
  });

  it.each([
    ['<p>Hi <b>you</b></p>', '<p>Hi <b>you</b></p>'],
    ['<form>Hi <o:p>you</o:p></form>', 'Hi you'],
    ['<title>Hi</title>you', 'you'],
    ['<tr><td>Hi</td></tr>', 'Hi'],
    [
      '<svg viewBox="0 0 2 2" shape-rendering="crispEdges"><path fill="#000" d="M0 0h1v1H0z"></path></svg>',
      '<svg viewBox="0 0 2 2" shape-rendering="crispEdges"><path fill="#000" d="M0 0h1v1H0z"></path></svg>',
    ],
  ])('shows of %s the content', (html, content) => {
    expect(shown(html)).toBe(content);
  });

  it('opens links apart, without a handle on this page', () => {
    const link = shown('<a href="https://line.me/x" rel="opener" target="_top">chat</a>');
    expect(link).toContain('rel="noopener noreferrer"');
    expect(link).toContain('target="_blank"');
    const drawn = shown('<svg><a xlink:href="https://line.me/x"><text>chat</text></a></svg>');
    expect(drawn).toContain('rel="noopener noreferrer"');
    expect(drawn).toContain('target="_blank"');
    expect(shown('<map name="m"><area href="https://line.me/x"></map>')).toBe('');
  });

  it('shows other markup in its place', () => {
    const { container, rerender } = render(<SafeHtml html="<p>one</p>" />);
    rerender(<SafeHtml html="<p>two</p>" />);
    expect(container.textContent).toBe('two');
  });
});
