import { APP_VERSION } from '@krapao/contract/limits';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { ContactCard } from './contact-card.tsx';

describe('the contact page', () => {
  it('has the text, the QR code, the link and the version', async () => {
    stubApi({
      'GET /api/lookup/contact': {
        text: '<p>Call us<script>bad()</script></p>',
        link: 'https://chat.example/x',
        qrcode: '/content/contact-qr.svg',
      },
    });
    renderApp(<ContactCard />);
    await screen.findByText('Call us');
    expect(document.querySelector('script')).toBeNull();
    const link = screen.getByRole('link', { name: 'Open the chat app' });
    expect(link.getAttribute('href')).toBe('https://chat.example/x');
    expect(screen.getByRole('img').getAttribute('src')).toBe('/content/contact-qr.svg');
    expect(APP_VERSION).toBe('1.1.14');
    expect(screen.getByText(/1\.1\.14/)).toBeDefined();
  });

  it('leaves out what there is none of', async () => {
    stubApi({ 'GET /api/lookup/contact': { text: '<p>Call us</p>' } });
    renderApp(<ContactCard />);
    await screen.findByText('Call us');
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('keeps quiet about a load that failed, shows the version all the same, and can try again', async () => {
    const api = stubApi({ 'GET /api/lookup/contact': noAnswer });
    renderApp(<ContactCard />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/1\.1\.14/)).toBeDefined();
    api.set({ 'GET /api/lookup/contact': { text: '<p>Call us</p>' } });
    fireEvent.click(retry);
    expect(await screen.findByText('Call us')).toBeDefined();
  });
});
