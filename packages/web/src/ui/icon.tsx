import { createStore, useStore } from '../lib/store.ts';
import type { MORE_OUTLINES } from './more-outlines.ts';

/** Outlines of the first screen's icons; the others are loaded with later screens. */
const FIRST_OUTLINES = {
  home: 'M4 11.2 12 4.5l8 6.7M6.2 9.6V19a.8.8 0 0 0 .8.8h3.2v-5.2h3.6v5.2H17a.8.8 0 0 0 .8-.8V9.6',
  speech:
    'M5 18.2V7.4A2.4 2.4 0 0 1 7.4 5h9.2A2.4 2.4 0 0 1 19 7.4v5.4a2.4 2.4 0 0 1-2.4 2.4H8.8ZM9 9.2h6M9 11.9h3.6',
  refresh: 'M19.4 12a7.4 7.4 0 1 1-2.3-5.4M19.6 3.8v4.4h-4.4',
  eye: 'M2.8 12S6.2 5.8 12 5.8 21.2 12 21.2 12 17.8 18.2 12 18.2 2.8 12 2.8 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  'eye-off':
    'M4 4l16 16M9.6 6.2A9 9 0 0 1 12 5.8c5.8 0 9.2 6.2 9.2 6.2a17 17 0 0 1-2.6 3.3M6.4 7.6A15.6 15.6 0 0 0 2.8 12s3.4 6.2 9.2 6.2a8.8 8.8 0 0 0 4-.95M10.1 10a2.8 2.8 0 0 0 3.9 3.9',
  user: 'M12 11.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.8 20c.7-3.6 3.6-5.4 7.2-5.4s6.5 1.8 7.2 5.4',
  alert: 'M12 4.2 21 19.4H3ZM12 10v4.2M12 16.8h.01',
} as const;

type MoreOutlines = typeof MORE_OUTLINES;
export type IconName = keyof typeof FIRST_OUTLINES | keyof MoreOutlines;

const moreOutlines = createStore<MoreOutlines | null>(null);

/**
 * Loads the outlines of all icons. Screens and dialogs wait for it, so that none is shown without its icons.
 */
export async function loadIcons(): Promise<void> {
  moreOutlines.set((await import('./more-outlines.ts')).MORE_OUTLINES);
}

/** Returns all icon names, once the outlines are loaded. */
export const iconNames = (): readonly IconName[] =>
  Object.keys({ ...FIRST_OUTLINES, ...moreOutlines.get() }) as IconName[];

const isFirst = (name: IconName): name is keyof typeof FIRST_OUTLINES => name in FIRST_OUTLINES;

interface IconProps {
  name: IconName;
  /** Side in pixels; 24 by default. */
  size?: number;
  /** Name for screen readers; without it the icon is decoration. */
  label?: string;
  className?: string | undefined;
}

/** One of the app's own line icons, in the colour of the text around it. */
export function Icon({ name, size = 24, label, className }: IconProps) {
  const more = useStore(moreOutlines);
  return (
    <svg
      data-icon={name}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={isFirst(name) ? FIRST_OUTLINES[name] : more?.[name]} />
    </svg>
  );
}
