import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { watchActivity } from '../lib/activity.ts';
import { useLocale, useT } from '../lib/i18n.ts';
import { watchKeys } from '../lib/keys.ts';
import { LANGUAGE_TAG } from '../lib/locale.ts';
import { followQueues } from '../lib/live.ts';
import { startNow } from '../lib/now.ts';
import { newReads } from '../lib/reads.ts';
import { loadSession, useSession, type SessionState } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Entrance } from './entrance.tsx';
import { FactorPage } from './factor-page.tsx';
import { LinkPage } from './link-page.tsx';
import { ProviderLink } from './provider-link.tsx';
import { router } from './router.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './app.module.css';

/** The whole console. */
export function App() {
  const locale = useLocale();
  useEffect(() => {
    const ends = [watchActivity(), watchKeys(), startNow()];
    return () => ends.forEach((end) => end());
  }, []);
  return (
    <I18nProvider locale={LANGUAGE_TAG[locale]}>
      {window.location.pathname === '/link' ? (
        <LinkPage token={window.location.hash.slice(1)} />
      ) : (
        <Session />
      )}
      <Toasts />
    </I18nProvider>
  );
}

function Session() {
  const t = useT();
  const session = useSession();
  useEffect(() => void loadSession(), []);
  switch (session.status) {
    case 'starting':
      return <Loading />;
    case 'unreachable':
      return (
        <Entrance title={t('session.unreachable')} lead={t('session.unreachableHint')}>
          <Button kind="primary" isWide onPress={() => void loadSession()}>
            {t('common.again')}
          </Button>
        </Entrance>
      );
    case 'out':
      return (
        <Entrance title={t('session.title')}>
          <SignInForm />
          <ProviderLink />
        </Entrance>
      );
    case 'in':
    case 'ended':
      return <SignedIn key={session.staff.id} session={session} />;
  }
}

type Inside = Extract<SessionState, { status: 'in' | 'ended' }>;

/** Everything that one person sees. For another person it begins anew. */
function SignedIn({ session }: { session: Inside }) {
  const [reads] = useState(newReads);
  const { status, staff, mustSetUpFactor } = session;
  const isIn = status === 'in';
  const isInside = isIn && !mustSetUpFactor;
  useEffect(() => (isInside ? followQueues(reads) : undefined), [isInside, reads]);
  // Reads that failed without a session are repeated after the sign-in.
  useEffect(() => {
    if (isIn) void reads.invalidateQueries();
  }, [isIn, reads]);
  return (
    <QueryClientProvider client={reads}>
      {mustSetUpFactor ? <FirstFactor /> : <RouterProvider router={router} />}
      {!isIn && <SignInAgain email={staff.email} />}
    </QueryClientProvider>
  );
}

function FirstFactor() {
  return (
    <main className={styles['first']}>
      <FactorPage />
    </main>
  );
}
