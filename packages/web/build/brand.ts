/** What the build settings say of the operator's brand, with the app's own where they say nothing. */
export interface Brand {
  title: string;
  name: string;
  description: string;
  /** `#rrggbb`. */
  primary: string;
  lang: 'th' | 'lo';
}

/** The built-in indigo, as the logo has it. */
export const OWN_PRIMARY = '#35358f';

const DESCRIPTION = 'กระเป๋าเดียวสำหรับทุกเกมของคุณ ฝาก ถอน และโยกเครดิตได้ในที่เดียว';

/**
 * Reads the brand off the build settings.
 * @throws Error naming the setting that is wrong
 */
export function brandOf(env: Readonly<Record<string, string>>): Brand {
  const primary = env['VITE_BRAND_PRIMARY'] || OWN_PRIMARY;
  if (!/^#[0-9a-f]{6}$/i.test(primary)) {
    throw new Error(`VITE_BRAND_PRIMARY must be a colour such as ${OWN_PRIMARY}, not "${primary}"`);
  }
  const laos = ['1', 'true'].includes((env['VITE_LAOS'] ?? '').toLowerCase());
  return {
    title: env['VITE_TITLE'] || 'Krapao',
    name: env['VITE_BRAND_NAME'] || env['VITE_TITLE'] || 'Krapao',
    description: env['VITE_DESCRIPTION'] || DESCRIPTION,
    primary,
    lang: laos ? 'lo' : 'th',
  };
}
