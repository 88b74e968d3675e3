import { useEffect, useLayoutEffect, useRef } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { Redirect, useLocation } from 'wouter';
import { endSession } from '../features/session/actions.ts';
import { ApiError, errorText } from '../lib/api-error.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { getToken, useToken } from '../lib/session-token.ts';
import { AlertHost } from '../ui/alert-host.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { useActiveCheck } from './active-check.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { guard } from './guard.ts';
import { ModalHost } from './modal-host.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { focusHeading } from './focus-heading.ts';
import { Screen } from './screen.tsx';
import { MemberShell } from './member-shell.tsx';
import { PlainShell, VisitorShell } from './visitor-shell.tsx';

const MAX_READ_RETRIES = 3;

/** Reads are retried only where another try may help: no answer, or a fault of the server. */
const swrConfig: SWRConfiguration = {
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
  errorRetryCount: MAX_READ_RETRIES,
  onError: (error: unknown, key: string) => console.warn('load failed', key, errorText(error)),
};

export function App() {
  return (
    <SWRConfig value={swrConfig}>
      <OfflineBanner />
      <Pages />
      <ModalHost />
      <AlertHost />
      <ToastHost />
    </SWRConfig>
  );
}

function Pages() {
  const t = useT();
  const [path] = useLocation();
  const result = guard(path, useToken() !== null);
  useActiveCheck(path);

  useLayoutEffect(() => {
    // Asked on arrival only: the login page itself holds a token for a moment before it moves on.
    if (getToken() !== null && guard(path, true).kind === 'visitor') endSession();
  }, [path]);
  useFreshStart(path);

  if (result.kind === 'redirect') return <Redirect key={result.to} to={result.to} replace />;
  const Shell = { member: MemberShell, visitor: VisitorShell, any: PlainShell }[result.kind];
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
}

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
