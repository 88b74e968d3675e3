import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { HowtoList } from './howto-list.tsx';

const TOPICS = [
  'Putting money in your wallet',
  'Playing a game',
  'Checking your balance',
  'Getting a bonus',
  'Cancelling a bonus',
];

function show(urls: Partial<Record<'wallet' | 'play' | 'balance' | 'bonus' | 'bonusCancel', string>>) {
  stubApi({
    'GET /api/lookup/howto': (['wallet', 'play', 'balance', 'bonus', 'bonusCancel'] as const).map(
      (topic) => ({
        topic,
        url: urls[topic] ?? '',
      }),
    ),
  });
  renderApp(<HowtoList />);
}

/** Returns the card of a topic. */
async function cardOf(topic: string): Promise<HTMLElement> {
  const card = (await screen.findByRole('heading', { name: topic })).closest('li');
  if (!card) throw new Error(`no card for ${topic}`);
  return card;
}

describe('the how-to page', () => {
  it('has exactly five topics, each explained in words', async () => {
    show({});
    expect(await screen.findAllByText('Video coming soon')).toHaveLength(5);
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(TOPICS);
    for (const topic of TOPICS) {
      expect(within(await cardOf(topic)).getAllByRole('listitem')).toHaveLength(3);
    }
  });

  it('loads a video only once it is wanted, and plays a file by itself', async () => {
    show({ wallet: 'https://videos.example/wallet.mp4' });
    const card = within(await cardOf('Putting money in your wallet'));
    const play = await card.findByRole('button', { name: /Watch the video/ });
    expect(document.querySelector('video, iframe')).toBeNull();
    expect(card.queryByText('Video coming soon')).toBeNull();
    fireEvent.click(play);
    expect(document.querySelector('video')?.getAttribute('src')).toBe('https://videos.example/wallet.mp4');
    expect(card.getByRole('link', { name: 'Open in a new tab' })).toBeDefined();
  });

  it('keeps the page of a video site in a frame that can do no harm', async () => {
    show({ bonus: 'https://videos.example/embed/7' });
    const card = within(await cardOf('Getting a bonus'));
    fireEvent.click(await card.findByRole('button', { name: /Watch the video/ }));
    const frame = card.getByTitle('Getting a bonus');
    expect(frame.getAttribute('src')).toBe('https://videos.example/embed/7');
    expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|allow-forms/);
  });

  it('plays nothing from an address that is none', async () => {
    show({ play: 'javascript:alert(1)' });
    expect(await screen.findAllByText('Video coming soon')).toHaveLength(5);
  });

  it('can try again when loading failed', async () => {
    stubApi({ 'GET /api/lookup/howto': noAnswer });
    renderApp(<HowtoList />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
