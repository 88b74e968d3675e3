import type { ResponseBody } from '@krapao/contract/routes';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { confirm } from '../../ui/alert-store.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import { logout } from '../session/session-api.ts';
import styles from './profile-view.module.css';

type Session = ResponseBody<'GET /api/account/sessions'>[number];

/** The member's sessions, and buttons that end them. */
export function SessionsCard() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/account/sessions');
  const { busy, run } = useBusy();

  const end = (session: Session) =>
    run(async () => {
      try {
        await call('DELETE /api/account/sessions/:sessionId', { params: { sessionId: session._id } });
        toast.success(t('profile.sessionEnded'));
      } catch (fault) {
        toast.error(fault);
      }
      await mutate();
    });

  const endOthers = () =>
    run(async () => {
      try {
        await call('DELETE /api/account/other-sessions');
        toast.success(t('profile.othersEnded'));
      } catch (fault) {
        toast.error(fault);
      }
      await mutate();
    });

  const endAll = () =>
    run(async () => {
      const isSure = await confirm({
        title: t('profile.endAll'),
        message: t('profile.endAllText'),
        confirmLabel: t('profile.endAll'),
        danger: true,
      });
      if (!isSure) return;
      try {
        await call('DELETE /api/account/sessions');
      } catch (fault) {
        toast.error(fault);
        return;
      }
      logout();
    });

  return (
    <Card>
      <h2>{t('profile.sessions')}</h2>
      {!data && (error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />)}
      {data && (
        <ul className={styles.sessions}>
          {data.map((session) => (
            <li key={session._id}>
              <Icon name="lock" size={20} />
              <span>
                <strong>{session.device || t('profile.unknownDevice')}</strong>
                <small>
                  {session.isCurrent ? t('profile.thisDevice') : <RelativeTime at={session.lastSeenAt} />}
                </small>
              </span>
              {!session.isCurrent && (
                <Button variant="ghost" size="small" disabled={busy} onClick={() => void end(session)}>
                  {t('profile.endSession')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ends}>
        {data && data.length > 1 && (
          <Button variant="secondary" wide disabled={busy} onClick={() => void endOthers()}>
            {t('profile.endOthers')}
          </Button>
        )}
        <Button variant="secondary" icon="logout" wide disabled={busy} onClick={() => void endAll()}>
          {t('profile.endAll')}
        </Button>
      </div>
    </Card>
  );
}
