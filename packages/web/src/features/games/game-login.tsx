import { useState } from 'react';
import type { SWRResponse } from 'swr';
import { call } from '../../lib/http.ts';
import { t, useT } from '../../lib/i18n/i18n.ts';
import { confirm } from '../../ui/alert-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Detail, Details } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import styles from './games.module.css';
import type { Credentials } from './launch.ts';

const MASK = '••••••••';

interface GameLoginProps {
  account: GameAccount;
  login: SWRResponse<Credentials>;
}

/** User name and password at the provider, to copy, and a button that resets the password. */
export function GameLogin({ account, login }: GameLoginProps) {
  const t = useT();
  const { data, error, mutate } = login;
  if (!data && error !== undefined) return <LoadFailed onRetry={() => mutate()} />;
  return (
    <section className={styles.login}>
      <h3>{t('games.account')}</h3>
      <Details>
        <Detail
          label={t('games.username')}
          action={data && <CopyButton text={data.username} label={t('games.username')} />}
        >
          {data ? <span translate="no">{data.username}</span> : <Skeleton width={96} />}
        </Detail>
        <PasswordDetail password={data?.password} />
      </Details>
      <Button
        variant="ghost"
        size="small"
        icon="lock"
        disabled={!data}
        onClick={() => resetPassword(account, () => mutate())}
      >
        {t('games.resetPassword')}
      </Button>
    </section>
  );
}

function PasswordDetail({ password }: { password: string | undefined }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Detail
      label={t('games.password')}
      action={
        password !== undefined && (
          <span className={styles.passwordActions}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              size={20}
              label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
            <CopyButton text={password} label={t('games.password')} />
          </span>
        )
      }
    >
      {password === undefined ? (
        <Skeleton width={96} />
      ) : (
        <span translate="no">{shown ? password : MASK}</span>
      )}
    </Detail>
  );
}

/** Asks first, because the old password stops working at once; then loads the new one. */
async function resetPassword(
  { code, name }: GameAccount,
  reloadLogin: () => Promise<unknown>,
): Promise<void> {
  const confirmed = await confirm({
    title: t('games.resetTitle'),
    message: t('games.resetMsg', { name }),
    confirmLabel: t('games.resetPassword'),
    danger: true,
  });
  if (!confirmed) return;
  try {
    await call('GET /api/wallet/resetpassword/:slotCode', { params: { slotCode: code } });
    toast.success(t('games.resetDone'));
  } catch (error) {
    toast.error(error);
  }
  // Also after a failure: without an answer it is unknown which password is valid.
  await reloadLogin();
}
