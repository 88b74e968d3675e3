import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Redirect, usePath } from '../lib/router.tsx';
import { useT } from '../lib/i18n/i18n.ts';
import { clearStoredSession, getToken, useToken } from '../lib/session-token.ts';
import { useActiveCheck } from './active-check.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { guard, isInviteLink } from './guard.ts';
import { focusHeading } from './focus-heading.ts';
import { Screen } from './screen.tsx';
import { LateParts } from './late-parts.tsx';
import { MemberFrame } from './member-frame.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PlainShell, VisitorShell } from './visitor-shell.tsx';

export function App() {
  // Presses from before the app was loaded are replayed from here (boot/boot.ts), after the typed text is
  // taken over.
  useEffect(() => {
    const timer = setTimeout(() => window.dispatchEvent(new Event('appready')));
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <PartBoundary onFault={() => undefined}>
        <LateParts />
      </PartBoundary>
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
    </>
  );
}

/**
 * The current page. The navigation is a transition: a press gets its feedback before the next page is
 * rendered.
 */
function Pages() {
  const path = usePath();
  const hasToken = useToken() !== null;
  const place = useDeferredValue(useMemo(() => ({ path, hasToken }), [path, hasToken]));
  return <Page {...place} />;
}

const Page = memo(function Page({ path, hasToken }: { path: string; hasToken: boolean }) {
  const t = useT();
  const result = guard(path, hasToken);
  useActiveCheck(path);

  useLayoutEffect(() => {
    // Checked on arrival only: the login page itself holds a token for a moment before it moves on.
    if (isInviteLink(path, window.location.search)) return;
    if (getToken() !== null && guard(path, true).kind === 'visitor') clearStoredSession();
  }, [path]);
  useFreshStart(path);

  if (result.kind === 'redirect') return <Redirect key={result.to} from={path} {...result} />;
  const Shell = { member: MemberFrame, visitor: VisitorShell, any: PlainShell }[result.kind];
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <Shell>
        <ErrorBoundary key={path}>
          <Screen path={path} />
        </ErrorBoundary>
      </Shell>
    </>
  );
});

/** Scrolls a new page to its top and focuses its heading, as a full page load would. */
function useFreshStart(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    window.scrollTo(0, 0);
    focusHeading();
  }, [path]);
}
