import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keepInstallOffer } from '../../lib/install-offer.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { InstallCard } from './install-card.tsx';

const TITLE = 'Put the app on your home screen';

afterEach(() => {
  window.installOffer = null;
});

it('is there once the browser offers it, takes the offer up once, and is gone', async () => {
  keepInstallOffer();
  renderApp(<InstallCard />);
  expect(screen.queryByText(TITLE)).toBeNull();
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome: 'accepted' }));
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: TITLE }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  expect(prompt).toHaveBeenCalledTimes(1);
});

it('says how where the browser offers nothing but can, and nothing where the app is installed', () => {
  stubNavigator({ standalone: false });
  const { unmount } = renderApp(<InstallCard />);
  expect(screen.getByText(/then “Add to Home Screen”/)).toBeDefined();
  unmount();
  stubNavigator({ standalone: true });
  renderApp(<InstallCard />);
  expect(screen.queryByText(TITLE)).toBeNull();
});
