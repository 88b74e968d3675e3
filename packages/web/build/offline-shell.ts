import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

interface ShellFile {
  url: string;
  /** Null where the file name already contains a hash. */
  revision: string | null;
}

const SOURCES = join(import.meta.dirname, '..', 'src', 'sw');

const BOOT = /^assets\/boot-[^/]+\.js$/;
const FIRST_WORDS = /\/first-words\.ts$/;

/**
 * Builds the service worker at `/sw.js` with its precache list: the page with its inlined styles, and the
 * scripts of its first screen. With `isOn` false it builds a worker that removes itself.
 */
export function offlineShell({ isOn }: { isOn: boolean }): Plugin {
  return {
    name: 'krapao-offline-shell',
    apply: 'build',
    // After the plugin that generates the page.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const source = await bundled(isOn ? 'sw.ts' : 'farewell.ts', isOn ? shellOf(bundle) : []);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

/** Returns the files of the first screen, whichever it is. */
export function shellOf(bundle: Rolldown.OutputBundle): ShellFile[] {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('the offline shell has no page to keep');
  const html = String(page.source);
  const files = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (!file || files.has(name)) return;
    files.add(name);
    if (file.type !== 'chunk') return;
    for (const imported of file.imports) add(imported);
  };
  for (const [name, file] of Object.entries(bundle)) {
    // A prerendered page contains its first words; the cached page takes them from these files, in any
    // language.
    const isWords = file.type === 'chunk' && FIRST_WORDS.test(file.facadeModuleId ?? '');
    if (isWords || BOOT.test(name) || (file.type === 'chunk' && file.isEntry)) add(name);
  }
  // A new page, with other files, gets a new revision.
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 16);
  return [
    { url: '/index.html', revision },
    ...[...files].toSorted().map((name) => ({ url: `/${name}`, revision: null })),
  ];
}

async function bundled(file: string, shell: readonly ShellFile[]): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    root: SOURCES,
    define: { SHELL: JSON.stringify(shell), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(SOURCES, file), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
  const [{ output }] = [result].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const [chunk] = output;
  return chunk.code;
}
