import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { stubApi } from '../../testing/stub-api.ts';
import { CodeStep } from './code-step.tsx';

const onSubmit = vi.fn<(code: string, password: string) => Promise<void>>();

beforeEach(async () => {
  onSubmit.mockReset();
  stubApi({
    'GET /api/lookup/info': { name: 'Krapao', website: '', credential: { minimum: 8, refusesEasy: true } },
  });
  const nothing = async () => undefined;
  renderApp(
    <CodeStep
      phone="0812345678"
      resendAtMs={0}
      onSubmit={onSubmit}
      onResend={nothing}
      onChangePhone={() => undefined}
    />,
  );
  await screen.findByText(/At least 8 characters. Not your phone or name/);
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
const isMarked = () => screen.getByLabelText('New password').getAttribute('aria-invalid') === 'true';

describe('the new password of a reset', () => {
  it('is not sent while it is shorter than the operator wants', () => {
    type('One-time code', '123456');
    type('New password', 'seven-7');
    press();
    expect(isMarked()).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is marked when the server refuses it, until it changes, and the code stays', async () => {
    onSubmit.mockRejectedValueOnce(new ApiError('PASSWORD_EASY', 400));
    type('One-time code', '123456');
    type('New password', 'password1');
    press();
    expect(await screen.findByText(/easy to guess/)).toBeDefined();
    press();
    type('New password', 'a-better-one');
    expect(isMarked()).toBe(false);
    press();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith('123456', 'a-better-one');
  });
});
