import { describe, expect, it, vi } from 'vitest';
import { bindingOf, keyOf, opensPalette, type KeyBinding, type Press } from './keys.ts';

const press = (part: Partial<Press>): Press => ({
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...part,
});

describe('the name of a key', () => {
  it.each([
    ['a Latin letter', { key: 'j', code: 'KeyJ' }, 'j'],
    ['a capital', { key: 'J', code: 'KeyJ', shiftKey: true }, 'j'],
    ['a Latin letter elsewhere on a Dvorak keyboard', { key: 'j', code: 'KeyC' }, 'j'],
    ['a Thai letter', { key: '่', code: 'KeyJ' }, 'j'],
    ['a Lao letter', { key: '້', code: 'KeyJ' }, 'j'],
    ['the question mark', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['the same place on a Thai keyboard', { key: 'ฦ', code: 'Slash', shiftKey: true }, '?'],
    ['Esc', { key: 'Escape', code: 'Escape' }, 'Escape'],
  ])('of %s', (_name, given, name) => {
    expect(keyOf(press(given))).toBe(name);
  });
});

describe('a press', () => {
  const binding = (key: string): KeyBinding => ({ key, label: 'keys.down', run: vi.fn<() => void>() });
  const below = binding('j');
  const above = binding('j');
  const other = binding('k');

  it('means what the latest layer says', () => {
    expect(bindingOf(press({ key: 'j' }), [[below, other], [above]])).toBe(above);
    expect(bindingOf(press({ key: 'k' }), [[below, other], [above]])).toBe(other);
  });

  it('with a modifier is the browser’s', () => {
    expect(bindingOf(press({ key: 'j', ctrlKey: true }), [[below]])).toBeUndefined();
    expect(bindingOf(press({ key: 'j', metaKey: true }), [[below]])).toBeUndefined();
  });

  it.each([
    [{ key: 'k', ctrlKey: true }, true],
    [{ key: 'k', metaKey: true }, true],
    [{ key: 'า', code: 'KeyK', ctrlKey: true }, true],
    [{ key: 'k' }, false],
    [{ key: 'k', ctrlKey: true, shiftKey: true }, false],
  ])('%j opens the palette: %s', (given, opens) => {
    expect(opensPalette(press(given))).toBe(opens);
  });
});
