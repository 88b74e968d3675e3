import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { brandCss } from './brand-css.ts';
import type { Brand } from './brand.ts';
import { servedClassName } from './class-names.ts';
import { filesFor, filesOf, moduleFile, stylesOf } from './bundle-files.ts';
import { cutFonts } from './cut-fonts.ts';
import type { DrawnPage } from './drawn-page.ts';
import { pageOf } from './page-html.ts';
import { shortTexts } from './short-texts.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src');

/** Module that a page requests right after its first paint, beside the app itself. */
const SCREEN: Readonly<Record<string, string>> = {
  register: 'routes/register.tsx',
  home: 'routes/home.tsx',
};
const WINDOW = new URL('stand-in-window.mjs', import.meta.url).href;
const LATER = ['app/route-table.ts', 'app/words/later-words.ts', 'ui/more-outlines.ts'];
const SHELL = ['app/member-shell.tsx', 'app/start-recovery.ts'];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  register: ['visitor'],
  home: ['visitor', 'member'],
  member: ['visitor', 'member'],
};

/**
 * Prerenders the login and registration pages and the frame of members' pages at build time, one file a
 * language: `pages/login.html` for the default language, `pages/login.en.html` for another. Styles are
 * inlined, and the app is fetched after the first paint (src/boot). `index.html` is the same without content,
 * for every other address and for a server that does not know the pages.
 */
export function prerender({
  brand,
  mode,
  apiBaseUrl,
}: {
  brand: Brand;
  mode: string;
  apiBaseUrl: string;
}): Plugin {
  return {
    name: 'krapao-prerender',
    apply: 'build',
    // After the plugin that generates the page.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const template = bundle['index.html'];
        if (template?.type !== 'asset') throw new Error('there is no page to draw into');
        const [drawn, source] = await Promise.all([drawPages(brand, mode), bootScript()]);
        const boot = `assets/boot-${hashOf(source)}.js`;
        this.emitFile({ type: 'asset', fileName: boot, source });
        const main = moduleFile(bundle, join(SOURCES, 'app/main.tsx'));
        const html = String(template.source);
        const first = drawn.find(({ tag }) => tag === brand.lang)?.locale ?? 'th';
        const firstWords = moduleFile(bundle, join(SOURCES, `app/words/${first}/first-words.ts`));
        const common = { template: html, boot, main, api: apiBaseUrl, descriptions: brand.descriptions };
        for (const page of drawn) {
          const modules = modulesOf(page).map((file) => join(SOURCES, file));
          const files = [...new Set(modules.flatMap((module) => filesFor(bundle, module)))];
          const source = pageOf({
            ...common,
            page,
            files: files.filter((file) => !filesOf(bundle, main).includes(file)),
            css: stylesOf(bundle, [main, ...modules.map((module) => moduleFile(bundle, module))]),
          });
          this.emitFile({ type: 'asset', fileName: fileNameOf(page, brand), source });
        }
        template.source = pageOf({
          ...common,
          page: null,
          files: [firstWords],
          css: stylesOf(bundle, [main]),
        });
        withoutStylesOf(bundle, main);
      },
    },
  };
}

/**
 * Removes the app's stylesheets from the bundle: every page has them inlined, so later chunks must not load
 * them again. Where a chunk would, it loads the app, which is already there.
 */
function withoutStylesOf(bundle: Rolldown.OutputBundle, main: string): void {
  for (const style of filesOf(bundle, main).filter((file) => file.endsWith('.css'))) {
    delete bundle[style];
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(`"${style}"`, `"${main}"`);
    }
  }
}

/** The default language's file is for visitors who have chosen no language. */
const fileNameOf = ({ name, locale, tag }: DrawnPage, { lang }: Brand): string =>
  tag === lang ? `pages/${name}.html` : `pages/${name}.${locale}.html`;

function modulesOf({ name, locale }: DrawnPage): string[] {
  const screen = SCREEN[name];
  return [
    ...(name === 'login' ? [] : LATER),
    ...(screen ? [screen] : []),
    ...(name === 'home' || name === 'member' ? SHELL : []),
    ...(WORDS[name] ?? []).map((set) => `app/words/${locale}/${set}-words.ts`),
  ];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Runs the prerendering in a separate process, which can stub the window. */
async function drawPages(brand: Brand, mode: string): Promise<DrawnPage[]> {
  const parent = join(ROOT, 'node_modules', '.prerender');
  await mkdir(parent, { recursive: true });
  const outDir = await mkdtemp(join(parent, 'pages-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      mode,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react(), shortTexts(), cutFonts(), brandCss(brand)],
      css: { modules: { generateScopedName: servedClassName } },
      resolve: { conditions: ['source'] },
      ssr: { resolve: { conditions: ['source'] } },
      build: {
        ssr: join(SOURCES, 'app/prerender.tsx'),
        outDir,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'draw.mjs' } },
      },
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', WINDOW, join(outDir, 'draw.mjs')],
      {
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    return JSON.parse(stdout) as DrawnPage[];
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Builds the script in the head of every page: self-contained and not a module, so that it runs before the
 * page.
 */
async function bootScript(): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    root: join(SOURCES, 'boot'),
    resolve: { conditions: ['source'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(SOURCES, 'boot', 'boot.ts'), output: { format: 'iife' } },
    },
  });
  const [{ output }] = [result].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}
