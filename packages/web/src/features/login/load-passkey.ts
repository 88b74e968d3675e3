import type { ComponentType } from 'react';
import { loadWords } from '../../lib/i18n/i18n.ts';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { loadIcons } from '../../ui/icon.tsx';

const Nothing = () => null;

/** Loads the button with its words and icon; where there can be no passkeys, nothing. */
export async function loadButton(): Promise<ComponentType> {
  if (!knowsPasskeys()) return Nothing;
  const [{ PasskeyButton }] = await Promise.all([
    import('./passkey-button.tsx'),
    loadWords('visitor'),
    loadIcons(),
  ]);
  return PasskeyButton;
}
