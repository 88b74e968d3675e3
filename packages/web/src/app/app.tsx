import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Redirect, usePath } from '../lib/router.tsx';
import { endSession } from '../features/session/actions.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { getToken, useToken } from '../lib/session-token.ts';
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
  // What was pressed before the app was here goes on from here (boot/boot.ts), once what was typed is known too.
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

/** Where one is. A press that leads elsewhere is seen to have been taken before the other page is drawn. */
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
    // Asked on arrival only: the login page itself holds a token for a moment before it moves on.
    if (isInviteLink(path, window.location.search)) return;
    if (getToken() !== null && guard(path, true).kind === 'visitor') endSession();
  }, [path]);
  useFreshStart(path);

  if (result.kind === 'redirect') return <Redirect key={result.to} {...result} />;
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

/** A new page starts at its top, with focus on its heading, as a full page load would have it read. */
function useFreshStart(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    window.scrollTo(0, 0);
    focusHeading();
  }, [path]);
}
