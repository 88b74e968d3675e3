import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BankMark } from './bank-row.tsx';

/** Returns the drawing and the colour of a bank's mark. */
function markOf(code: string): { drawing: string; colour: string } {
  const { container } = render(<BankMark code={code} />);
  const mark = container.firstElementChild as HTMLElement;
  return { drawing: mark.innerHTML, colour: mark.style.background };
}

it('has an emblem for each of three banks, and one plain icon for every other', () => {
  const plain = markOf('KTB');
  expect(plain.colour).toBe('');
  expect(plain.drawing).toContain('<svg');
  for (const code of ['BCEL', 'NEWBANK', '']) expect(markOf(code)).toEqual(plain);
  const emblems = ['SCB', 'KBANK', 'GSB'].map(markOf);
  for (const one of [...emblems, plain]) {
    expect([...emblems, plain].filter(({ drawing }) => drawing === one.drawing)).toHaveLength(1);
  }
  for (const { colour } of emblems) expect(colour).not.toBe('');
});
