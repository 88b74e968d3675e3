import type { CDPSession, Page } from '@playwright/test';
import type { Stack } from './stack.ts';

/** Fixtures of tests at an address with a name: a passkey belongs to a host, and an IP address is none. */
export const BY_NAME = {
  baseURL: async ({ stack }: { stack: Stack }, use: (url: string) => Promise<void>): Promise<void> => {
    await use(stack.url.replace('127.0.0.1', 'localhost'));
  },
};

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Gives the page's browser a device that can keep passkeys. */
export async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  return { cdp, authenticatorId };
}
