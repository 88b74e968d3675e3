import { IDEMPOTENCY_HEADER } from '@krapao/contract/limits';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAnyModalOpen } from '../lib/modal-store.ts';
import { saveToken } from '../lib/session-token.ts';
import { renderApp } from '../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../testing/sample-wallet.ts';
import { noAnswer, stubApi } from '../testing/stub-api.ts';
import { useCollect } from './use-collect.ts';
import { useWallet } from '../wallet/use-wallet.ts';

function Press() {
  const collect = useCollect();
  const { userInfo } = useWallet();
  return (
    <button type="button" disabled={!userInfo} onClick={() => void collect()}>
      collect
    </button>
  );
}
const press = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'collect' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};
const walletWith = (amount: number) => sampleWallet({ slots: [sampleSlot({ amount })] });
const replies = {
  'GET /api/wallet': walletWith(80),
  'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
};
const result = { code: 'PG', status: 'SUCCESS', amount: 80, message: 'OK' } as const;

beforeEach(() => saveToken('t', false));

describe('calling all credit back', () => {
  it('says so when there was none', async () => {
    stubApi({ ...replies, 'POST /api/wallet/collect': { message: 'OK', results: [] } });
    renderApp(<Press />);
    await press();
    await screen.findByText('There is no credit in any game to bring home');
    expect(isAnyModalOpen()).toBe(false);
  });

  it('is honest about a lost answer, and asks the same under the same key', async () => {
    const api = stubApi({ ...replies, 'POST /api/wallet/collect': noAnswer });
    renderApp(<Press />);
    await press();
    await screen.findByText(/Your credit is not lost/);
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    api.set({ 'POST /api/wallet/collect': { message: 'OK', results: [result] } });
    await press();
    await waitFor(() => expect(isAnyModalOpen()).toBe(true));
    const keys = api.to('POST /api/wallet/collect').map(({ headers }) => headers.get(IDEMPOTENCY_HEADER));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
});
