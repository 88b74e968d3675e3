import { settings } from '../lib/settings.ts';
import { brandProperties } from './brand-colours.ts';

/** Puts the operator's brand colour over the built-in one, and over all that follows from it. */
export function applyBrand(): void {
  if (!settings.brand.primary) return;
  const root = document.documentElement.style;
  for (const [name, value] of Object.entries(brandProperties(settings.brand.primary))) {
    root.setProperty(name, value);
  }
}
