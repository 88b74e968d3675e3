import { FAULT_MAX } from '@krapao/contract/limits';
import type { RequestBody } from '@krapao/contract/routes';
import { headersOf } from './http.ts';
import { settings } from './settings.ts';

type Report = RequestBody<'POST /api/app-fault'>;

/** Most reports a page load sends. */
const MOST_REPORTS = 5;

let told = new Set<string>();

/**
 * Reports a fault in this app to the operator's log and metrics. The same fault is reported once a page load.
 * Never throws; the request outlives the page.
 * @returns a short reference that the player can give to support
 */
export function reportFault(kind: Report['kind'], fault: unknown): string {
  const { message, stack } = textsOf(fault);
  const reference = newReference();
  if (told.size >= MOST_REPORTS || told.has(message)) return reference;
  told.add(message);
  const report: Report = {
    kind,
    message: message.slice(0, FAULT_MAX.message),
    stack: stack.slice(0, FAULT_MAX.stack),
    path: window.location.pathname.slice(0, FAULT_MAX.path),
    reference,
  };
  fetch(`${settings.apiBaseUrl}/api/app-fault`, {
    method: 'POST',
    headers: { ...headersOf(null, {}), 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
  return reference;
}

/** Reports uncaught faults: script errors and unhandled promise rejections. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, filename }) => {
    // Errors of extensions and injected scripts are ignored.
    if (error && (filename === '' || filename.startsWith(window.location.origin)))
      reportFault('script', error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // A deliberately aborted request is no fault.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) reportFault('promise', reason);
  });
}

/** Forgets the reports sent so far, as a page load does. */
export function forgetReports(): void {
  told = new Set();
}

function textsOf(fault: unknown): { message: string; stack: string } {
  if (fault instanceof Error) return { message: `${fault.name}: ${fault.message}`, stack: fault.stack ?? '' };
  return { message: String(fault), stack: '' };
}

/** Letters and digits that are not confused when read aloud. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function newReference(): string {
  const drawn = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => LETTERS[byte % LETTERS.length],
  );
  return `${drawn.slice(0, 4).join('')}-${drawn.slice(4).join('')}`;
}
