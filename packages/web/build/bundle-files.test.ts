import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { filesFor, filesOf, moduleFile, stylesOf } from './bundle-files.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[], css: string[]) => ({
  type: 'chunk',
  fileName,
  moduleIds,
  imports,
  viteMetadata: { importedCss: new Set(css) },
});
const bundle = {
  'app.js': chunk('app.js', ['/src/main.tsx'], [], ['app.css']),
  'common.js': chunk('common.js', ['/src/dialog.tsx'], ['app.js'], ['common.css']),
  'home.js': chunk('home.js', ['/src/home.tsx'], ['common.js', 'app.js'], ['home.css']),
  'app.css': { type: 'asset', source: 'a{}\n' },
  'common.css': { type: 'asset', source: 'b{}' },
  'home.css': { type: 'asset', source: 'c{}' },
} as unknown as Rolldown.OutputBundle;

it('a module is found in the file that holds it', () => {
  expect(moduleFile(bundle, '/src/home.tsx')).toBe('home.js');
  expect(() => moduleFile(bundle, '/src/none.tsx')).toThrow('none.tsx');
});

it('a module that shares a file comes with the one that stands for it', () => {
  const facade = { ...chunk('facade.js', [], ['common.js'], []), facadeModuleId: '/src/dialog.tsx' };
  const shared = { ...bundle, 'facade.js': facade } as unknown as Rolldown.OutputBundle;
  expect(filesFor(shared, '/src/dialog.tsx')).toContain('facade.js');
  expect(filesFor(shared, '/src/dialog.tsx')).toContain('common.js');
});

it('a script comes with all that it needs, and their styles, each once', () => {
  expect(filesOf(bundle, 'home.js')).toEqual([
    'home.js',
    'common.js',
    'app.js',
    'app.css',
    'common.css',
    'home.css',
  ]);
  expect(stylesOf(bundle, ['app.js', 'home.js'])).toBe('a{}b{}c{}');
});
