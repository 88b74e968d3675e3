import { useT } from '../../lib/i18n/i18n.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { leaveSession } from '../session/session-api.ts';
import styles from './register.module.css';

/** Asks a member who opened an invite link before going on: registering ends their session. */
export function InvitedMember() {
  const t = useT();
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{t('register.memberInvited')}</p>
      <Button wide onClick={() => navigate('/user/home', { replace: true })}>
        {t('register.stayMember')}
      </Button>
      <Button variant="secondary" wide onClick={leaveSession}>
        {t('register.leaveAndRegister')}
      </Button>
    </div>
  );
}
