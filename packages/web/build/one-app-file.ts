import type { Plugin, Rolldown } from 'vite';
import { shiftMappings } from './shift-mappings.ts';

/**
 * Inlines the bundler's helpers, which it puts into a separate file, into the app: one request less for the
 * login page.
 */
export function oneAppFile(): Plugin {
  return {
    name: 'krapao-one-app-file',
    apply: 'build',
    generateBundle(_options, bundle) {
      const runtime = Object.values(bundle).find(({ fileName }) =>
        /\/rolldown-runtime-[^/]+\.js$/.test(fileName),
      );
      const app = Object.values(bundle).find(({ fileName }) => /\/app-[^/]+\.js$/.test(fileName));
      if (runtime?.type !== 'chunk' || app?.type !== 'chunk') return;
      const code = withHelpers(app.code, runtime);
      if (app.map) {
        const { map } = app;
        const mappings = shiftMappings(map.mappings, app.code, code);
        app.map = Object.assign(map, { mappings });
      }
      app.code = code;
      app.imports = app.imports.filter((name) => name !== runtime.fileName);
    },
  };
}

/**
 * Returns the code with the helpers it imports defined inside it. @throws Error when the bundler's output
 * looks different
 */
export function withHelpers(
  code: string,
  { fileName, code: helpers }: Pick<Rolldown.OutputChunk, 'fileName' | 'code'>,
): string {
  const file = fileName.slice(fileName.lastIndexOf('/') + 1);
  const imported = new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}";`).exec(code);
  const exported = /export\{([^}]*)\};?\s*$/.exec(helpers);
  if (!imported || !exported) throw new Error(`cannot find what the app takes from ${fileName}`);
  // `a as b` in an export list becomes `b:a` in an object literal; in an import list it becomes `a:b` in a
  // destructuring.
  const given = pairs(exported[1]).map(([local, name]) => `${name}:${local}`);
  const taken = pairs(imported[1]).map(([name, local]) => `${name}:${local}`);
  const body = helpers.slice(0, exported.index);
  return code.replace(imported[0], () => `const{${taken.join()}}=(()=>{${body}return{${given.join()}}})();`);
}

const pairs = (list = ''): [from: string, to: string][] =>
  list.split(',').map((one) => {
    const [from = '', to = from] = one.trim().split(' as ');
    return [from, to];
  });
