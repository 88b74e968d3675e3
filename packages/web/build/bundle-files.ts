import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Returns the file that holds a module. @throws Error when there is none */
export function moduleFile(bundle: Bundle, module: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!found) throw new Error(`no file of the build has ${module}`);
  return found.fileName;
}

/**
 * Returns all files loaded with a module that is imported at run time: its own, and the small facade where it
 * shares a file with others.
 */
export function filesFor(bundle: Bundle, module: string): string[] {
  const facade = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId === module,
  );
  return [
    ...filesOf(bundle, moduleFile(bundle, module)),
    ...(facade ? filesOf(bundle, facade.fileName) : []),
  ];
}

/** Returns a script with everything that it imports statically, and the styles of each. */
export function filesOf(bundle: Bundle, entry: string): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const imported of file.imports) add(imported);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  };
  add(entry);
  return [...files];
}

/** Returns all styles of some scripts, each once, in their loading order. */
export function stylesOf(bundle: Bundle, entries: readonly string[]): string {
  const files = new Set(
    entries.flatMap((entry) => filesOf(bundle, entry).filter((file) => file.endsWith('.css'))),
  );
  return [...files]
    .map((name) => {
      const file = bundle[name];
      if (file?.type !== 'asset') throw new Error(`the build has no ${name}`);
      return String(file.source).trim();
    })
    .join('');
}
