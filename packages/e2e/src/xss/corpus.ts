import { createRequire } from 'node:module';

/**
 * Markup that tries to run a script, as data: a public list, and every combination of tags, events, schemes
 * and spellings. A running script shows itself by `window.xss`, by a dialog, or by a request to another site.
 */

/** The MIT-licensed list of strings that have broken programs, from its package. */
const PUBLIC = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];

const looksLikeMarkup = (text: string): boolean => /[<>]|javascript:|on\w+\s*=|&#/i.test(text);

/** Code of our test scripts. */
const RUN = 'window.xss=1';

const TAGS = [
  'img',
  'svg',
  'body',
  'iframe',
  'video',
  'audio',
  'input',
  'details',
  'a',
  'div',
  'marquee',
  'object',
  'embed',
  'math',
  'table',
  'select',
  'style',
  'link',
  'form',
  'button',
  'isindex',
  'custom-tag',
] as const;

const EVENTS = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'onpointerenter',
  'ontoggle',
  'onanimationstart',
  'ontransitionend',
  'onbegin',
  'onstart',
  'onscroll',
  'onbeforescriptexecute',
] as const;

/** Attributes that trigger an event without user action. */
const AT_ONCE = 'src=x autofocus open tabindex=0 style="animation:x 1ms"';

const events = (): string[] =>
  TAGS.flatMap((tag) =>
    EVENTS.flatMap((event) => [
      `<${tag} ${AT_ONCE} ${event}=${RUN}>words</${tag}>`,
      `<${tag.toUpperCase()}/${AT_ONCE.replaceAll(' ', '/')}/${event.replace('on', 'oN')}\n=\n"${RUN}">`,
    ]),
  );

/** Scripts in an address, written to escape a careless check. */
const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `  javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java\rscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A&#x61&#x76&#x61script:${RUN}`,
  `&#0000106avascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `javascript&Tab;:${RUN}`,
  `java&NewLine;script:${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `data:text/html;base64,${Buffer.from(`<script>parent.${RUN}</script>`).toString('base64')}`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
  `blob:${RUN}`,
  `\\\\evil.example\\x`,
  '//evil.example/x',
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
] as const;

const ADDRESSES: readonly ((address: string) => string)[] = [
  (address) => `<a href="${address}">words</a>`,
  (address) => `<a href='${address}' target=_self>words</a>`,
  (address) => `<a xlink:href="${address}">words</a>`,
  (address) => `<svg><a xlink:href="${address}"><text y=20>words</text></a></svg>`,
  (address) => `<svg><a><animate attributeName=href values="${address}"/><text y=20>words</text></a></svg>`,
  (address) => `<svg><set attributeName=href to="${address}"/></svg>`,
  (address) => `<svg><use href="${address}#x"/></svg>`,
  (address) => `<svg><image href="${address}"/></svg>`,
  (address) => `<math><a href="${address}">words</a></math>`,
  (address) => `<math><maction actiontype="statusline" href="${address}">words</maction></math>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<iframe srcdoc="${address}"></iframe>`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<embed src="${address}">`,
  (address) => `<form action="${address}"><button>words</button></form>`,
  (address) => `<form id=f></form><button form=f formaction="${address}">words</button>`,
  (address) => `<base href="${address}">`,
  (address) => `<link rel=stylesheet href="${address}">`,
  (address) => `<link rel=import href="${address}">`,
  (address) => `<meta http-equiv=refresh content="0;url=${address}">`,
  (address) => `<img src="${address}">`,
  (address) => `<img srcset="${address} 1x">`,
  (address) => `<video poster="${address}"></video>`,
  (address) => `<body background="${address}">`,
  (address) => `<div style="background:url(${address})">words</div>`,
  (address) => `<area href="${address}"><map name=m><area href="${address}"></map>`,
  (address) => `<script src="${address}"></script>`,
  (address) => `<applet code="${address}"></applet>`,
];

/** Markup that becomes other markup when it is serialized and parsed again. */
const MUTATING: readonly string[] = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<style><img src="</style><img src=x onerror=${RUN}//">`,
  `<title><a title="</title><img src=x onerror=${RUN}>">`,
  `<textarea><img title="</textarea><img src=x onerror=${RUN}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<template><script>${RUN}</script></template>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<svg><style><![CDATA[</style><img src=x onerror=${RUN}>]]></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${RUN}>">`,
  `<math><mi><table><mglyph><svg><mtext><style><img src=x onerror=${RUN}></style>`,
  `<svg><desc><template shadowrootmode=open><script>${RUN}</script></template></desc></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${RUN}</script>"></iframe></foreignObject></svg>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${RUN}>`,
  `<select><template><style><!--</style><img src=x onerror=${RUN}>--></template></select>`,
  `<a id=x><a id=x name=innerHTML href="cid:<img src=x onerror=${RUN}>">`,
  `<form id=x tabindex=1 onfocus=${RUN}><input name=attributes><input name=parentNode></form>`,
  `<img name=cookie><img name=getElementById><form name=body><input name=firstChild></form>`,
  `<!--[if gte IE 4]><script>${RUN}</script><![endif]-->`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--!><img src=x onerror=${RUN}>-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml version="1.0"?><?xml-stylesheet href="javascript:${RUN}"?>`,
  `</p></div></main></body></html><script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<<script>${RUN}//<</script>`,
  `<script\u00a0>${RUN}</script>`,
  `<script>${RUN}`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `<img src=x onerror\u3000=${RUN}>`,
  `<img \u0000src=x onerror=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  '{{constructor.constructor("window.xss=1")()}}',
  '${window.xss=1}',
  '`${window.xss=1}`',
];

/** All payloads without duplicates. */
export const PAYLOADS: readonly string[] = [
  ...new Set([
    ...PUBLIC.filter(looksLikeMarkup),
    ...events(),
    ...SCHEMES.flatMap((scheme) => ADDRESSES.map((within) => within(scheme))),
    ...MUTATING,
  ]),
];

/** Number of payloads from the public list. */
export const PUBLIC_COUNT = new Set(PUBLIC.filter(looksLikeMarkup)).size;

/** Allowed operator markup, and its expected result. */
export const BENIGN: readonly (readonly [html: string, kept: string])[] = [
  ['<p>One <strong>two</strong> <em>three</em></p>', 'p strong, p em'],
  ['<h2>Rules</h2><ul><li>first</li><li>second</li></ul>', 'ul li:nth-child(2)'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'table td + td'],
  [
    '<a href="https://krapao.example/help">help</a>',
    'a[href="https://krapao.example/help"][rel~="noopener"]',
  ],
  ['<a href="tel:0211111111">call</a>', 'a[href="tel:0211111111"]'],
  ['<img src="/content/contact-qr.svg" alt="QR">', 'img[alt="QR"][src="/content/contact-qr.svg"]'],
];

/** More operator markup, well-formed and malformed. */
export const WRITTEN: readonly string[] = [
  ...BENIGN.map(([html]) => html),
  '\n <p>words</p>\n',
  '<p class=a id=b name=c style="color: red" data-d=e aria-label=f title=g>words',
  '<center><font color=red size=5 face="Noto Sans">words</font></center>',
  '<table border=1><thead><tr><th scope=col>a<tbody><tr><td colspan=2 align=right>b</table>',
  '<details open><summary>more</summary>words</details>',
  '<form>words <b>in</b> a form <button>send</button></form><select><option>one<option>two</select>',
  '<o:p>words</o:p> of a <w:sdt>word processor</w:sdt>',
  '<head><title>words</title><style>p { color: red }</style></head><body class=a>words</body>',
  '<ul><li>a<li>b</ul><tr><td>words</td></tr>',
  '<a href="#top">a</a><a href="rules.pdf">b</a><a href="/content/my rules.pdf">c</a><a href="mailto:a@b.example">d</a>',
  '<img src="data:image/png;base64,AAAA"><img src="data:image/svg+xml;base64,AAAA"><image src=/content/a.png>',
  '<svg viewBox="0 0 2 2" shape-rendering="crispEdges"><path fill="#000" d="M0 0h1v1H0z"/></svg>',
  '<svg><defs><linearGradient id=a><stop offset=1 stop-color=red /></linearGradient></defs><rect rx=1 /></svg>',
  '<svg><clipPath><path d="M0 0h1"/></clipPath><a xlink:href="/a"><text dy=1>words</text></a><p>after</p></svg>',
  '<svg><title>words</title><foreignObject><p>words</p></foreignObject><image xlink:href="/content/a.png" /></svg>',
  '<frameset><frame src=x></frameset>words',
  'plain words & less < more',
];

/**
 * The library keeps less of these than a browser does. It removes a value that looks like the end of a tag or
 * of a comment, since it might be serialized and parsed again, which we never do. It also removes the blanks
 * around a value.
 */
export const APART: readonly string[] = [
  ...PAYLOADS.filter((text) => text.startsWith('<img src="x` `<script>')),
  '<p title="one --> two">words</p>',
  '<a href="  https://krapao.example/help ">words</a>',
];
