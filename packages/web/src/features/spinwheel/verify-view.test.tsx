import { createHash, createHmac } from 'node:crypto';
import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { beOnInsecurePage } from '../../testing/insecure-page.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { noteHash, noteWord } from './seen-hashes.ts';
import { VerifyView } from './verify-view.tsx';

const MEMBER = sampleWallet().profile._id;
const seed = createHash('sha256').update('a seed').digest();
const draw: ResponseBody<'GET /api/spinwheel/draw/:drawId'> = {
  drawId: 'd1',
  seedHash: createHash('sha256').update(seed).digest('hex'),
  serverSeed: seed.toString('hex'),
  clientSeed: 'word',
  nonce: 4,
  weights: [
    { code: 'A', label: 'Tea', weight: 0 },
    { code: 'B', label: 'Rice', weight: 1 },
  ],
  code: 'B',
  label: 'Rice',
  createdAt: '2026-11-01T05:12:33.000Z',
};

let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({ 'GET /api/wallet': sampleWallet(), 'GET /api/spinwheel/draw/:drawId': draw });
});

const verdict = (name: RegExp) => screen.findByRole('heading', { level: 2, name });
const marks = () => screen.getAllByRole('listitem').map((step) => step.dataset['mark']);

describe('a draw that is checked', () => {
  it('is correct when this device saw it coming, with its values and the drawn ticket', async () => {
    noteHash(MEMBER, draw, 0);
    noteWord(MEMBER, draw.nonce, draw.clientSeed);
    renderApp(<VerifyView drawId="d1" />);
    await verdict(/^Correct: the result is Rice$/);
    expect(marks()).toEqual(['good', 'good', 'good', 'good']);
    const mac = createHmac('sha256', seed).update('word:4').digest('hex');
    for (const value of [draw.seedHash, draw.serverSeed, draw.clientSeed, mac])
      expect(screen.getByText(value)).toBeDefined();
    expect(screen.getByText('Ticket 1 of 1')).toBeDefined();
    const [, tea, rice] = screen.getAllByRole('row');
    expect(tea?.getAttribute('aria-current')).toBeNull();
    expect(rice?.getAttribute('aria-current')).toBe('true');
    expect(within(rice as HTMLElement).getByRole('rowheader', { name: 'Rice' })).toBeDefined();
  });

  it('is called wrong when another seed than the promised one was used', async () => {
    api.set({ 'GET /api/spinwheel/draw/:drawId': { ...draw, serverSeed: 'ab'.repeat(32) } });
    renderApp(<VerifyView drawId="d1" />);
    await verdict(/^This does not add up: we announced Rice/);
    expect(marks()).toContain('bad');
    expect(screen.getByText('Its SHA-256 is another code.')).toBeDefined();
  });

  it('that could not be loaded is there after another try', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    api.set({ 'GET /api/spinwheel/draw/:drawId': noAnswer });
    renderApp(<VerifyView drawId="d1" />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/spinwheel/draw/:drawId': draw });
    fireEvent.click(again);
    await verdict(/^Correct/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('that does not exist is said to be none, with the way to the wheel', async () => {
    api.set({ 'GET /api/spinwheel/draw/:drawId': refuse(404, 'NO_DATA') });
    renderApp(<VerifyView drawId="d1" />);
    await screen.findByText('This spin was not found');
    expect(screen.getByRole('link', { name: 'To the wheel' }).getAttribute('href')).toBe('/user/spin');
  });

  it('is not called wrong by a browser that cannot compute it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    beOnInsecurePage();
    renderApp(<VerifyView drawId="d1" />);
    await screen.findByText('This browser cannot compute it');
    expect(screen.getByText('Open this page over https and try again.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: /does not add up/ })).toBeNull();
    await waitFor(() => expect(log).toHaveBeenCalled());
  });
});
