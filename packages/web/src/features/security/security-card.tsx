import type { ResponseBody } from '@krapao/contract/routes';
import { call } from '../../lib/http.ts';
import { t as translate, useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { confirm } from '../../ui/alert-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import { addPasskey } from './add-passkey.ts';
import { showCodes } from './new-codes.ts';
import styles from './security.module.css';

type Factors = ResponseBody<'GET /api/account/factors'>;

/** The member's passkeys, authenticator app and recovery codes. */
export function SecurityCard() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/account/factors');
  return (
    <Card>
      <h2>{t('security.title')}</h2>
      <p className={styles.lead}>{t('security.lead')}</p>
      {!data && (error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />)}
      {data && <FactorList factors={data} reload={mutate} />}
    </Card>
  );
}

interface ListProps {
  factors: Factors;
  reload: () => Promise<unknown>;
}

function FactorList({ factors, reload }: ListProps) {
  const { passkeys, hasTotp } = factors;
  return (
    <>
      <Passkeys factors={factors} reload={reload} />
      <Totp factors={factors} reload={reload} />
      {(passkeys.length > 0 || hasTotp) && <RecoveryCodes factors={factors} reload={reload} />}
    </>
  );
}

function Passkeys({ factors: { passkeys, hasTotp }, reload }: ListProps) {
  const t = useT();
  const isLast = passkeys.length === 1 && !hasTotp;
  const remove = useRemoval(reload);
  const add = async () => {
    if (await addPasskey()) await reload();
  };
  return (
    <section className={styles.part}>
      <h3>{t('security.passkeys')}</h3>
      {passkeys.length === 0 && (
        <p className={styles.row}>
          <span>{t('security.noPasskeys')}</span>
        </p>
      )}
      <ul className={styles.rows}>
        {passkeys.map(({ _id, name, lastUsedAt }) => (
          <li key={_id}>
            <span>
              <strong>{name}</strong>
              <small>
                {lastUsedAt === null ? (
                  t('security.neverUsed')
                ) : (
                  <>
                    {t('security.usedAt')} <RelativeTime at={lastUsedAt} />
                  </>
                )}
              </small>
            </span>
            <IconButton
              icon="edit"
              label={`${t('security.rename')}: ${name}`}
              onClick={() => void openModal('rename-passkey', { id: _id, name })}
            />
            <IconButton
              icon="trash"
              label={`${t('security.removePasskey')}: ${name}`}
              onClick={() =>
                remove(
                  t('security.removePasskey'),
                  removalText(t('security.removePasskeyText'), isLast),
                  () => call('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId: _id } }),
                )
              }
            />
          </li>
        ))}
      </ul>
      {knowsPasskeys() && (
        <Button variant="secondary" icon="fingerprint" wide onClick={add}>
          {t('security.addPasskey')}
        </Button>
      )}
    </section>
  );
}

function Totp({ factors: { hasTotp, passkeys }, reload }: ListProps) {
  const t = useT();
  const remove = useRemoval(reload);
  const end = () =>
    remove(t('security.removeTotp'), removalText(t('security.removeTotpText'), passkeys.length === 0), () =>
      call('DELETE /api/account/totp'),
    );
  return (
    <section className={styles.part}>
      <h3>{t('security.totp')}</h3>
      <div className={styles.row}>
        <span>{t(hasTotp ? 'security.totpOn' : 'security.totpOff')}</span>
        {hasTotp && <IconButton icon="trash" label={t('security.removeTotp')} onClick={end} />}
      </div>
      <Button variant="secondary" icon="shield" wide onClick={() => void openModal('set-up-totp')}>
        {t(hasTotp ? 'security.setUpAgain' : 'security.setUp')}
      </Button>
    </section>
  );
}

function RecoveryCodes({ factors: { recoveryCodesLeft }, reload }: ListProps) {
  const t = useT();
  const { busy, run } = useBusy();
  const renew = () =>
    run(async () => {
      const isSure = await confirm({
        title: t('security.newCodes'),
        message: t('security.newCodesText'),
        confirmLabel: t('security.newCodes'),
      });
      if (!isSure) return;
      try {
        const { recoveryCodes } = await call('POST /api/account/recovery-codes');
        await showCodes(recoveryCodes);
      } catch (fault) {
        toast.error(fault);
      }
      await reload();
    });
  return (
    <section className={styles.part}>
      <h3>{t('security.codes')}</h3>
      <p className={styles.row}>
        <span>
          {t('security.codesLeft', { count: recoveryCodesLeft })}
          <small>{t('security.codesHint')}</small>
        </span>
      </p>
      <Button variant="secondary" icon="refresh" wide disabled={busy} onClick={() => void renew()}>
        {t('security.newCodes')}
      </Button>
    </section>
  );
}

/** Says of the last factor that the recovery codes go with it. */
const removalText = (text: string, isLast: boolean): string =>
  isLast ? `${text} ${translate('security.codesGo')}` : text;

/** Removes a factor after a question, and tells the outcome. */
function useRemoval(reload: () => Promise<unknown>) {
  const t = useT();
  return async (title: string, message: string, work: () => Promise<unknown>) => {
    const isSure = await confirm({ title, message, confirmLabel: t('security.remove'), danger: true });
    if (!isSure) return;
    try {
      await work();
      toast.success(t('security.removed'));
    } catch (fault) {
      toast.error(fault);
    }
    await reload();
  };
}
