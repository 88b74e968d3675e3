import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { ConditionsModal } from './conditions-modal.tsx';

const onClose = vi.fn<() => void>();
const open = () => renderApp(<ConditionsModal props={undefined} onClose={onClose} />);

beforeEach(() => saveToken('t', false));

describe('the conditions', () => {
  it('are the operator’s, made safe', async () => {
    stubApi({ 'GET /api/lookup/conditions': { html: '<h3>Rules</h3><img src="x" onerror="bad()">' } });
    open();
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeDefined();
    expect(document.querySelector('[onerror]')).toBeNull();
  });

  it('say so where there are none', async () => {
    stubApi({ 'GET /api/lookup/conditions': { html: '' } });
    open();
    expect(await screen.findByText('Nothing here yet')).toBeDefined();
  });

  it('keep quiet about a load that failed, and can try again', async () => {
    const api = stubApi({ 'GET /api/lookup/conditions': noAnswer });
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('alert')).toBeNull();
    api.set({ 'GET /api/lookup/conditions': { html: '<p>Here</p>' } });
    fireEvent.click(retry);
    expect(await screen.findByText('Here')).toBeDefined();
  });
});
