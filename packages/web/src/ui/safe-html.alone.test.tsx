import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SafeHtml } from './safe-html.tsx';

it('shows nothing of HTML until what makes it safe has come, and says so when it does not come', async () => {
  vi.doMock('./purifier.ts', () => {
    throw new Error('the file is gone');
  });
  const { container } = render(<SafeHtml html="<p>words</p>" />);
  expect(container.textContent).toBe('');
  const again = await screen.findByRole('button');
  expect(container.textContent).not.toContain('words');
  vi.doUnmock('./purifier.ts');
  fireEvent.click(again);
  expect(await screen.findByText('words')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
