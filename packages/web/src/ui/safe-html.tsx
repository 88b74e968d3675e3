import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { browserSanitizer } from './browser-sanitizer.ts';
import { classNames } from './class-names.ts';
import styles from './display.module.css';
import { LoadFailed } from './load-failed.tsx';
import type { Sanitize } from './plain-content.ts';
import { Spinner } from './spinner.tsx';

let known = browserSanitizer();

/** Loads the sanitizer library, where the browser has no sanitizer. */
export async function loadSanitizer(): Promise<Sanitize> {
  known ??= (await import('./purifier.ts')).purify;
  return known;
}

/** Returns the sanitizer: at once where the browser has one, else once the library is loaded. */
function useSanitizer() {
  const [sanitizer, setSanitizer] = useState({ sanitize: known, hasFailed: false });
  const isWanted = !sanitizer.sanitize && !sanitizer.hasFailed;
  useEffect(() => {
    if (!isWanted) return;
    let left = false;
    loadSanitizer().then(
      (sanitize) => !left && setSanitizer({ sanitize, hasFailed: false }),
      () => !left && setSanitizer({ sanitize: undefined, hasFailed: true }),
    );
    return () => {
      left = true;
    };
  }, [isWanted]);
  return { ...sanitizer, retry: () => setSanitizer({ sanitize: known, hasFailed: false }) };
}

/**
 * HTML from the server (agreements, conditions, contact, QR images), sanitized. The only place that injects
 * HTML.
 */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const { sanitize, hasFailed, retry } = useSanitizer();
  const ref = useRef<HTMLDivElement>(null);
  // Before the paint that shows the surrounding content. Inserted as nodes: serialized and parsed again,
  // markup may change.
  useLayoutEffect(() => {
    if (sanitize) ref.current?.replaceChildren(...sanitize(html));
  }, [sanitize, html]);
  if (hasFailed) return <LoadFailed onRetry={retry} />;
  return sanitize ? <div ref={ref} className={classNames(styles.html, className)} /> : <Spinner />;
}
