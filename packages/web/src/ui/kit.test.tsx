import { minor } from '@krapao/contract/money';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { renderApp } from '../testing/render-app.tsx';
import { alertError, alertSuccess, confirm } from './alert-store.ts';
import { AmountEntry } from './amount-entry.tsx';
import { Amount } from './amount.tsx';
import { Button } from './button.tsx';
import { copyAndTell } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Pagination } from './pagination.tsx';
import { Spinner } from './spinner.tsx';
import { PasswordField, PhoneField } from './text-field.tsx';
import { Countdown } from './time.tsx';
import { toast, toasts } from './toast-store.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('Button', () => {
  it('cannot be pressed again while what it started is running', async () => {
    let finish = () => {};
    const work = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)));
    render(<Button onClick={work}>Send</Button>);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.click(button);
    expect(work).toHaveBeenCalledOnce();
    expect(button.getAttribute('aria-busy')).toBe('true');
    finish();
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe('Spinner', () => {
  it('appears only once loading has lasted 200 ms', () => {
    vi.useFakeTimers();
    render(<Spinner />);
    act(() => void vi.advanceTimersByTime(199));
    expect(screen.queryByText('Loading')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText('Loading')).toBeDefined();
  });
});

describe('AmountEntry', () => {
  function Form({ error }: { error?: string }) {
    const [value, setValue] = useState('');
    return (
      <AmountEntry
        label="Amount"
        value={value}
        onChange={setValue}
        currency="BAHT"
        limits="from 1"
        quickAmounts={[50, 1000]}
        steps={[100]}
        allMinor={minor(123_450n)}
        source={{ name: 'Main wallet', balanceMinor: minor(200_000n) }}
        error={error}
      />
    );
  }
  const input = () => screen.getByLabelText<HTMLInputElement>('Amount');
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const described = () =>
    (input().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join('|');

  it('is filled by presses: an amount, one more, and all there may be', () => {
    render(<Form />);
    expect(input().getAttribute('inputmode')).toBe('decimal');
    press('1,000');
    expect(input().value).toBe('1,000');
    expect(screen.getByRole('button', { name: '1,000' }).getAttribute('aria-pressed')).toBe('true');
    press('Add 100');
    expect(input().value).toBe('1,100');
    press('Add 100');
    press('Add 100');
    expect(input().value).toBe('1,234.50');
    expect(screen.getByRole('button', { name: 'Add 100' })).toHaveProperty('disabled', true);
    press('Clear');
    expect(input().value).toBe('');
    expect(document.activeElement).toBe(input());
    press('All');
    expect(input().value).toBe('1,234.50');
  });

  it('sets thousands apart as they are typed, and leaves the caret where it was', () => {
    render(<Form />);
    input().focus();
    fireEvent.change(input(), { target: { value: '1234567.5' } });
    expect(input().value).toBe('1,234,567.5');
    // A digit typed after the first one.
    input().value = '1,234,567.5';
    fireEvent.change(input(), {
      target: { value: '19,234,567.5', selectionStart: 2, selectionEnd: 2 },
    });
    expect(input().value).toBe('19,234,567.5');
    expect(input().selectionStart).toBe(2);
  });

  it('says what remains, or what is wrong, in one place', () => {
    const view = render(<Form />);
    press('1,000');
    expect(described()).toBe('from 1|Left in Main wallet฿1,000.00');
    view.rerender(<Form error="Too much" />);
    expect(described()).toBe('Too much');
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('Amount', () => {
  it.each([
    [123_456n, undefined, '฿1,234.56'],
    [100n, '+', '+฿1.00'],
    [100n, '-', '-฿1.00'],
    [-100n, undefined, '-฿1.00'],
  ] as const)('%s with sign %s reads %s', (value, sign, text) => {
    const { container } = render(<Amount value={minor(value)} currency="BAHT" sign={sign} />);
    expect(container.textContent).toBe(text);
  });
});

describe('fields', () => {
  it('show and hide a password', () => {
    render(<PasswordField label="Password" value="secret" onChange={() => undefined} />);
    const input = screen.getByLabelText('Password');
    expect(input).toHaveProperty('type', 'password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveProperty('type', 'text');
  });

  it('keep only the digits of a phone number', () => {
    const onChange = vi.fn<(value: string) => void>();
    render(<PhoneField label="Phone" value="" onChange={onChange} />);
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '081-234 5678' } });
    expect(onChange).toHaveBeenCalledWith('0812345678');
  });

  it('tie an error to its input', () => {
    render(<PhoneField label="Phone" value="" onChange={() => undefined} error="Too short" />);
    const input = screen.getByLabelText('Phone');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Too short',
    );
  });
});

describe('Dialog', () => {
  it('cannot be closed while busy, by any of the ways out', () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog title="Sending" onClose={onClose} busy>
        …
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Sending' });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes on a press outside, not on one inside', () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog title="Hello" onClose={onClose}>
        <p>inside</p>
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    fireEvent.mouseDown(screen.getByText('inside'));
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('the focus after a dialog', () => {
  const page = (isOpen: boolean, hasOpener: boolean) => (
    <main id="content" tabIndex={-1}>
      {hasOpener && <button>Take it</button>}
      {isOpen && (
        <Dialog title="Hello" onClose={() => undefined}>
          …
        </Dialog>
      )}
    </main>
  );

  it.each([
    ['goes back to what opened it', true],
    ['goes to the content where that is gone', false],
  ])('%s', (_, isStillThere) => {
    const { rerender } = render(page(false, true));
    const opener = screen.getByRole('button');
    opener.focus();
    rerender(page(true, true));
    rerender(page(true, isStillThere));
    rerender(page(false, isStillThere));
    expect(document.activeElement).toBe(isStillThere ? opener : screen.getByRole('main'));
  });
});

describe('alerts', () => {
  it('are titled by what happened and wait to be dismissed', async () => {
    renderApp(null);
    let over = false;
    act(() => void alertSuccess('Saved').then(() => (over = true)));
    const box = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(box.textContent).toContain('Saved');
    expect(over).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(over).toBe(true));
    act(() => void alertError('No luck'));
    const fault = await screen.findByRole('alertdialog', { name: 'That did not work' });
    // Escape cancels a dialog.
    fireEvent(fault, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it.each([
    ['Confirm', true],
    ['Cancel', false],
  ])('%s answers a question with %s', async (name, answer) => {
    renderApp(null);
    const asked = vi.fn<(answer: boolean) => void>();
    act(() => void confirm({ title: 'Sure?', message: 'Really' }).then(asked));
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(asked).toHaveBeenCalledWith(answer));
  });
});

describe('an error the app has seen to', () => {
  it('is not told again, by toast or by alert', async () => {
    const error = new ApiError('UNAUTHORIZED', 401);
    toast.error(error);
    expect(toasts.get()).toHaveLength(1);
    toasts.set([]);
    error.isSeenTo = true;
    toast.error(error);
    await alertError(error);
    expect(toasts.get()).toEqual([]);
  });
});

describe('toasts', () => {
  it('stand inside the dialog on top, where they can be read out and dismissed', async () => {
    renderApp(
      <Dialog title="Deposit" onClose={() => undefined}>
        …
      </Dialog>,
    );
    act(() => toast.error('Lost'));
    const shown = await screen.findByRole('alert');
    expect(screen.getByRole('dialog').contains(shown)).toBe(true);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('copying', () => {
  it('repeats what was copied, and says so when it failed', async () => {
    renderApp(null);
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await act(() => copyAndTell('123-456'));
    expect(await screen.findByText('Copied: 123-456')).toBeDefined();
    await act(() => copyAndTell('x'.repeat(200)));
    expect(await screen.findByText('Copied')).toBeDefined();
    writeText.mockRejectedValue(new Error('no permission'));
    await act(() => copyAndTell('123-456'));
    expect(await screen.findByText('Failed to copy')).toBeDefined();
    vi.unstubAllGlobals();
  });
});

describe('Pagination', () => {
  const page = (props: { page: number; count: number; total?: number }) =>
    render(<Pagination pageSize={10} onPage={() => undefined} {...props} />);

  it('is absent when everything fits on one page', () => {
    expect(page({ page: 1, count: 4, total: 4 }).container.textContent).toBe('');
  });

  it('goes on while a full page came, when the total is not known', () => {
    page({ page: 1, count: 10 });
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  });

  it('ends at the last page of a known total', () => {
    page({ page: 2, count: 10, total: 20 });
    expect(screen.getByText('Page 2 of 2')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  });
});

describe('Countdown', () => {
  it('ticks every second and tells once when it is over', () => {
    vi.useFakeTimers();
    const onEnd = vi.fn<() => void>();
    render(<Countdown until={Date.now() + 2_000} onEnd={onEnd} />);
    expect(screen.getByRole('timer').textContent).toBe('00:02');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('timer').textContent).toBe('00:01');
    expect(onEnd).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(3_000));
    expect(screen.getByRole('timer').textContent).toBe('00:00');
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
