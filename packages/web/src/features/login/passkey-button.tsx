import { use } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { askPasskey, notePasskey } from '../security/security-api.tsx';
import { keepLogin } from '../session/session-api.ts';
import { Remember } from './remember.ts';

/** Logs in by a passkey. */
export function PasskeyButton() {
  const t = useT();
  const remember = use(Remember);
  const logIn = async () => {
    try {
      const { options } = await call('POST /api/login/passkey/challenge');
      const answer = await askPasskey(options);
      if (!answer) return;
      const reply = await call('POST /api/login/passkey', {
        body: { answer },
        namesBrowser: true,
        hasCredentials: true,
      });
      notePasskey();
      keepLogin(reply, remember);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Button variant="secondary" icon="fingerprint" wide onClick={logIn}>
      {t('factor.logInByPasskey')}
    </Button>
  );
}
