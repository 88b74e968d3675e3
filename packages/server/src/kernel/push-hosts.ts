import { z } from 'zod';

/**
 * The push services of browsers: of Chrome and its kin, of Chromium without Google's keys, of Firefox, of Safari, and of
 * Edge on Windows. A browser does not let its site choose another.
 */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const HOST = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

const hostsOf = (text: string): string[] => text.split(',').map((host) => host.trim().toLowerCase());

/** The setting `PUSH_HOSTS`. */
export const pushHosts = z
  .string()
  .default(KNOWN.join(','))
  .transform(hostsOf)
  .refine(
    (hosts) => hosts.every((host) => HOST.test(host)),
    'must be hosts with commas between, such as fcm.googleapis.com,*.push.apple.com',
  )
  .describe(
    'Hosts of the push services to which pushes are sent, with commas between; `*.` stands for any name in front. A browser with another one is refused.',
  );
