import { settings } from '../lib/settings.ts';
import { accentProperties } from './accent-colours.ts';
import { brandProperties } from './brand-colours.ts';

/** Puts the operator's colours over the built-in ones, and over all that follows from them. */
export function applyBrand(): void {
  const { primary, accent } = settings.brand;
  const properties = {
    ...(primary && brandProperties(primary)),
    ...(accent && accentProperties(accent, primary || OWN_PRIMARY)),
  };
  for (const [name, value] of Object.entries(properties)) {
    document.documentElement.style.setProperty(name, value);
  }
}

/** `--brand` of `tokens.css`. */
const OWN_PRIMARY = '#35358f';
