import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SourceFunctions } from './source-functions.mjs';

const CODE = `export function Sheet({ onClose }: { onClose: () => void }) {
  const press = () => {
    onClose();
  };
  return (
    <Dialog title={words('title')} onClose={() => onClose()}>
      {rows.map((row) => row.parts.map((part) => part.name))}
      <Button
        onClick={press}
      />
    </Dialog>
  );
}
`;

/** Returns the position at which a text begins, the nth of its kind. */
function positionOf(/** @type {string} */ text, nth = 1) {
  const before = CODE.split(text).slice(0, nth).join(text);
  const lines = before.split('\n');
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}

/** @type {string} */
let folder;
/** @type {SourceFunctions} */
let functions;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-functions-'));
  const file = join(folder, 'sheet.tsx');
  writeFileSync(file, CODE);
  functions = new SourceFunctions(file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const find = (
  /** @type {import('./source-functions.mjs').Position} */ declared,
  /** @type {import('./source-functions.mjs').Position} */ body,
) => functions.find({ decl: { start: declared }, loc: { start: body } });

describe('a function of a source is found', () => {
  test('by its name and by its first sign alike', () => {
    const expected = { no: 1, line: 2, code: 'const press = () => {' };
    expect(find(positionOf('press ='), positionOf('{\n    onClose'))).toEqual(expected);
    expect(find(positionOf('() => {'), positionOf('onClose();'))).toEqual(expected);
  });

  test('where its beginning is mapped to an attribute before it', () => {
    expect(find(positionOf("words('title')"), positionOf('onClose()', 2))).toMatchObject({ no: 2, line: 6 });
  });

  test('as the nearest one of several in a line', () => {
    expect(find(positionOf('row)'), positionOf('row.parts'))).toMatchObject({ no: 3, line: 7 });
    expect(find(positionOf('(part)'), positionOf('part.name'))).toMatchObject({ no: 4, line: 7 });
  });

  test('by its body where a bundler has moved it to the place of its use', () => {
    expect(find(positionOf('onClick={press}'), positionOf('onClose();'))).toMatchObject({ no: 1, line: 2 });
  });
});

test('no function is found where a source has none', () => {
  const place = { line: 14, column: 0 };
  expect(find(place, place)).toBeUndefined();
});
