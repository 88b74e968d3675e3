import { ENGLISH_NAME, requiresEnglishName } from '@krapao/contract/limits';
import type { ReactNode } from 'react';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { useApi, useReload } from '../../lib/use-api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Columns, Detail, Details, Stack } from '../../ui/layout.tsx';
import { hasLanguages, LanguageSwitch } from '../../ui/language-switch.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DateTime } from '../../ui/time.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ProtectionLine } from '../protection/protection-api.tsx';
import { logout } from '../session/session-api.ts';
import { groupAccountNo } from '../../lib/account-no.ts';
import { InstallCard } from './install-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import styles from './profile-view.module.css';

/**
 * The member's details, the bank account, and this device's settings.
 * @param props.security the card of how the member logs in
 */
export function ProfileView({ security }: { security?: ReactNode }) {
  const t = useT();
  return (
    <Stack>
      <AccountCards />
      <Card>
        <h2>{t('profile.settings')}</h2>
        <div className={styles.settings}>
          {hasLanguages && <span>{t('common.language')}</span>}
          <LanguageSwitch />
          <span>{t('profile.theme')}</span>
          <ThemeSwitch />
        </div>
      </Card>
      <ProtectionLine />
      <InstallCard />
      {security}
      <SessionsCard />
      <Button variant="secondary" icon="logout" wide onClick={logout}>
        {t('member.logout')}
      </Button>
    </Stack>
  );
}

function CardTitle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.cardTitle}>
      <h2>{title}</h2>
      <span>{children}</span>
    </header>
  );
}

function AccountCards() {
  const t = useT();
  const locale = useLocale();
  const reload = useReload();
  const { data, error, mutate } = useApi('GET /api/account/profile');
  if (!data) {
    return <Card>{error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />}</Card>;
  }
  const { profile, bankAccount } = data;
  const editName = async () => {
    const result = await openModal('edit-name');
    if (result?.refresh) await Promise.all([mutate(), reload('GET /api/wallet')]);
  };
  const needsEnglishName =
    requiresEnglishName(profile.bankCode) && !ENGLISH_NAME.test(bankAccount.bankAccountName);
  return (
    <Columns>
      <Card>
        <CardTitle title={t('profile.account')}>
          <IconButton icon="edit" label={t('profile.edit')} onClick={() => void openModal('edit-profile')} />
          <IconButton
            icon="lock"
            label={t('profile.changePassword')}
            onClick={() => void openModal('change-password')}
          />
        </CardTitle>
        <Details>
          <Detail label={t('profile.name')}>{profile.name}</Detail>
          <Detail label={t('profile.id')} action={<CopyButton text={profile._id} label={t('profile.id')} />}>
            <span className={styles.id}>{profile._id}</span>
          </Detail>
          <Detail label={t('profile.username')}>{profile.username}</Detail>
          <Detail label={t('profile.created')}>
            <DateTime at={profile.createdAt} />
          </Detail>
        </Details>
      </Card>
      <Card>
        <h2>{t('profile.bank')}</h2>
        <Details>
          <Detail
            label={t('profile.bankAccountName')}
            action={
              needsEnglishName && (
                <IconButton icon="edit" label={t('profile.editName')} onClick={() => void editName()} />
              )
            }
          >
            {bankAccount.bankAccountName}
          </Detail>
          <Detail label={t('profile.bankName')}>{bankName(bankAccount.bank, locale)}</Detail>
          <Detail
            label={t('profile.bankAccountNo')}
            action={<CopyButton text={bankAccount.bankAccountNo} label={t('profile.bankAccountNo')} />}
          >
            {groupAccountNo(bankAccount.bankAccountNo)}
          </Detail>
        </Details>
      </Card>
    </Columns>
  );
}
