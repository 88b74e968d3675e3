/** Outlines of the icons, on a square of 24. */
const OUTLINES = {
  today:
    'M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5ZM4 9.5h16M8 3v4M16 3v4M8 14l2.5 2.5L16 12',
  members:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.5 3.5 5.2',
  payouts: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M4 14v4.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V14',
  incoming: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 14v4.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V14',
  reviews: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 20.5 20.5M11 8v3.5M11 14h.01',
  protection: 'M12 20s-7.5-4.4-7.5-10A4.1 4.1 0 0 1 12 7.4 4.1 4.1 0 0 1 19.5 10c0 5.6-7.5 10-7.5 10Z',
  approvals: 'M4 12.5 8.5 17 16 7.5M12.5 17 20.5 7.5',
  audit: 'M6.5 3.5h8L19 8v12.5H6.5ZM14 3.5V8.5h5M9.5 12.5h6.5M9.5 16h6.5',
  exports: 'M14 3.5H6.5v17H19V8.5ZM14 3.5V8.5h5M12.7 11v5.5M10.2 14.2l2.5 2.5 2.5-2.5',
  roles: 'M12 3.5 19 6v5.5c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6ZM9 12l2.2 2.2L15.2 10',
  settings: 'M4 7.5h9M17 7.5h3M15 5.5v4M4 16.5h3M11 16.5h9M9 14.5v4',
  views: 'M4 6h16M7 12h10M10 18h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  check: 'M4.5 12.5 9.5 17.5 19.5 7',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  pause: 'M8.5 6v12M15.5 6v12',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  alert: 'M12 4.2 21 19.4H3ZM12 10v4.2M12 16.8h.01',
  lock: 'M6.5 11h11v9h-11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  refresh: 'M19.4 12a7.4 7.4 0 1 1-2.3-5.4M19.6 3.8v4.4h-4.4',
  copy: 'M8.5 8.5h11v11h-11ZM5.5 15.5h-1v-11h11v1',
  eye: 'M2.8 12S6.2 5.8 12 5.8 21.2 12 21.2 12 17.8 18.2 12 18.2 2.8 12 2.8 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  person: 'M12 11.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.8 20c.7-3.6 3.6-5.4 7.2-5.4s6.5 1.8 7.2 5.4',
} as const;

export type IconName = keyof typeof OUTLINES;

interface IconProps {
  name: IconName;
  size?: number;
}

/** A line icon in the colour of the text around it; decoration for screen readers. */
export function Icon({ name, size = 18 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={OUTLINES[name]} />
    </svg>
  );
}
