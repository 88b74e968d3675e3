import { useT } from '../../lib/i18n/i18n.ts';
import { Link } from '../../lib/router.tsx';
import { useApi } from '../../lib/use-api.ts';
import { Icon } from '../../ui/icon.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { PLAY_PATH } from '../play/play-api.ts';
import { HeldCard } from './held-card.tsx';
import { HelpCard } from './help-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PauseCard } from './pause-card.tsx';
import styles from './protection.module.css';
import { RealityCard } from './reality-card.tsx';
import { ReviewCard } from './review-card.tsx';
import { StopCard } from './stop-card.tsx';

/** All that members set to protect themselves, in one place. */
export function ProtectionView() {
  const state = useApi('GET /api/protection');
  const choices = useApi('GET /api/protection/choices', undefined, { revalidateOnFocus: false });
  const { userInfo, error, reload } = useWallet();
  if (!state.data || !choices.data || !userInfo) {
    const fault = state.error ?? choices.error ?? error;
    const retry = () => Promise.all([state.mutate(), choices.mutate(), reload()]);
    return <Card>{fault === undefined ? <Spinner /> : <LoadFailed onRetry={retry} />}</Card>;
  }
  const { currency } = userInfo;
  return (
    <Stack>
      <StopCard protection={state.data} />
      {userInfo.standing?.ask === 'review' && <ReviewCard />}
      <HeldCard protection={state.data} currency={currency} />
      <LimitsCard kind="deposit" protection={state.data} currency={currency} />
      <LimitsCard kind="loss" protection={state.data} currency={currency} />
      <PlayLink />
      <RealityCard protection={state.data} choices={choices.data} />
      {/* An exclusion for good cannot be prolonged. */}
      {state.data.exclusion?.until !== null && <PauseCard />}
      <HelpCard lines={choices.data.helpLines} />
    </Stack>
  );
}

function PlayLink() {
  const t = useT();
  return (
    <Link href={PLAY_PATH} className={styles.way}>
      <Icon name="clock" size={22} />
      <span>
        <strong>{t('play.title')}</strong>
        <small>{t('play.hint')}</small>
      </span>
      <Icon name="chevron-right" size={20} />
    </Link>
  );
}
