import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Detail, Details, Stack } from '../../ui/layout.tsx';
import { useCollect } from '../../operations/use-collect.ts';
import type { ActiveBonus, Wagering } from './active-bonus-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { isCreditAway } from './bonus-rules.ts';
import { typeText } from './bonus-words.ts';
import { CountingGames } from './counting-games.tsx';
import { useEndBonus } from './end-bonus.ts';
import { WageringMeter } from './wagering-meter.tsx';
import styles from './bonus.module.css';

interface PanelProps {
  active: ActiveBonus;
  userInfo: UserInfo;
}

/** The active bonus: its progress, which games count, and the cost of ending it now. */
export function ActiveBonusPanel({ active: { type, wagering }, userInfo }: PanelProps) {
  const t = useT();
  const end = useEndBonus();
  const isMet = wagering?.isMet ?? false;
  return (
    <Stack>
      {wagering ? (
        <WageringMeter type={type} wagering={wagering} currency={userInfo.currency} />
      ) : (
        <Card>
          <h2>{typeText(type)}</h2>
        </Card>
      )}
      {wagering && <Facts wagering={wagering} userInfo={userInfo} />}
      {isMet ? (
        <div className={styles.buttons}>
          <Button icon="tray-up" wide onClick={() => void openModal('withdraw')}>
            {t('bonus.withdrawAll')}
          </Button>
          <Button variant="secondary" wide onClick={() => end(wagering)}>
            {t('bonus.end')}
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          {wagering && isCreditAway(userInfo) && <CreditAway />}
          <Button variant="secondary" icon="close-circle" wide onClick={() => end(wagering)}>
            {t('bonus.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Facts({ wagering, userInfo: { currency } }: { wagering: Wagering; userInfo: UserInfo }) {
  const t = useT();
  const { isMet, cancelCostMinor, endsBelowMinor, bonusAmountMinor } = wagering;
  return (
    <Card className={styles.facts}>
      <Details>
        <Detail label={t('bonus.received')}>
          <Amount value={bonusAmountMinor} currency={currency} />
        </Detail>
        {endsBelowMinor > 0n && (
          <Detail label={t('bonus.endsBelow')}>
            <Amount value={endsBelowMinor} currency={currency} />
          </Detail>
        )}
        <Detail label={t('bonus.cancelNow')}>
          {isMet || cancelCostMinor === 0n ? (
            t('bonus.free')
          ) : (
            <Amount value={cancelCostMinor} currency={currency} className={styles.cost} />
          )}
        </Detail>
      </Details>
      <CountingGames games={wagering.games} />
      <p className={styles.small}>{t(isMet ? 'bonus.metHint' : 'bonus.activeHint')}</p>
    </Card>
  );
}

/** Tells that a bonus can be cancelled only after all credit is back in the wallet, and collects it. */
function CreditAway() {
  const t = useT();
  const collect = useCollect();
  const { userInfo } = useWallet();
  const isOnItsWay = (userInfo?.wallet.transitMinor ?? 0n) > 0n;
  return (
    <div className={styles.away}>
      <Icon name="info" size={20} />
      <p>{t(isOnItsWay ? 'bonus.onItsWay' : 'bonus.collectFirstMsg')}</p>
      {!isOnItsWay && (
        <Button variant="ghost" size="small" icon="wallet" onClick={collect}>
          {t('home.collect')}
        </Button>
      )}
    </div>
  );
}
