import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { AgreementModal } from './agreement-modal.tsx';

function open() {
  stubApi({
    'GET /api/lookup/agreements': [
      '<h3>First</h3>',
      '<p>Second<script>bad()</script><img src="x" onerror="bad()"></p>',
    ],
  });
  const onClose = vi.fn<() => void>();
  renderApp(<AgreementModal props={undefined} onClose={onClose} />);
  return onClose;
}

beforeEach(() => saveToken('t', false));

describe('the agreements', () => {
  it('show every piece, made safe', async () => {
    open();
    await screen.findByText('First');
    expect(screen.getByText('Second')).toBeDefined();
    expect(document.querySelector('script, [onerror]')).toBeNull();
  });

  it('come again unless the tick says no', () => {
    const onClose = open();
    fireEvent.click(screen.getByRole('button', { name: 'I understand' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(localStorage.getItem('agreement')).toBeNull();
  });

  it.each(['I understand', 'Close'])('remember the tick when they are closed by: %s', (name) => {
    const onClose = open();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not show this again' }));
    fireEvent.click(screen.getByRole('button', { name }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(localStorage.getItem('agreement')).toBe('1');
  });

  it('keep quiet about a load that failed', async () => {
    stubApi({ 'GET /api/lookup/agreements': noAnswer });
    renderApp(<AgreementModal props={undefined} onClose={() => undefined} />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
