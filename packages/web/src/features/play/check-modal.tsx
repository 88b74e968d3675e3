import { minor, type Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatToTheMinute } from '../../lib/dates.ts';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { minorOf } from '../../lib/money.ts';
import { useApi, useReload } from '../../lib/use-api.ts';
import { useExclusive } from '../../lib/use-exclusive.ts';
import { useCollect } from '../../operations/use-collect.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Detail, Details } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './check.module.css';
import { playedText } from './played-text.ts';

type Check = ResponseBody<'GET /api/protection/reality-check'>;
type Props = ModalComponentProps<'reality-check'>;

/** Interval of looking whether another tab or phone has answered. */
const POLL_MS = 5_000;

/**
 * The play since the last check. It closes by its two buttons only, or once the check was answered elsewhere; where an
 * answer fails, it can be put off.
 */
export function CheckModal({ onClose }: Props) {
  const t = useT();
  const { userInfo } = useWallet();
  const reload = useReload();
  const { data, error, mutate } = useApi('GET /api/protection/reality-check', undefined, {
    refreshInterval: POLL_MS,
  });
  // On a break there is no play to ask about.
  const isOver = data?.isDue === false || userInfo?.standing?.stop !== undefined;
  const leave = useEffectEvent(() => {
    // The next check must not begin with the answer to this one.
    void mutate(undefined, { revalidate: false });
    onClose({ refresh: true });
    void reload('GET /api/wallet');
  });
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  if (data?.isDue && userInfo) return <Answer check={data} currency={userInfo.currency} onClose={onClose} />;
  return (
    <Dialog title={t('play.checkTitle')} size="small" onClose={() => onClose()}>
      {error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />}
    </Dialog>
  );
}

interface AnswerProps extends Pick<Props, 'onClose'> {
  check: Check;
  currency: Currency;
}

function Answer({ check, currency, onClose }: AnswerProps) {
  const t = useT();
  const { mutate } = useApi('GET /api/protection/reality-check');
  const collect = useCollect();
  const { running, run } = useExclusive<'goOn' | 'stop'>();
  const [hasFailed, setFailed] = useState(false);
  // It may open while the player types: no key may press a button then.
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  const { no, from, minutes, staked, won } = check;
  const answer = async () => {
    try {
      const body = { no, minutes, staked, won };
      const next = await call('POST /api/protection/reality-check/answer', { body });
      await mutate(next, { revalidate: false });
    } catch (fault) {
      setFailed(true);
      toast.error(fault);
    }
  };
  const goOn = () => run('goOn', answer);
  const stop = () =>
    run('stop', async () => {
      if ((await collect()) === 'home') await answer();
      else setFailed(true);
    });
  return (
    <Dialog
      title={t('play.checkTitle')}
      size="small"
      role="alertdialog"
      bare={!hasFailed}
      busy={!hasFailed || running !== null}
      onClose={() => onClose()}
      footer={
        <div className={styles.answers}>
          <Button icon="wallet" wide busy={running === 'stop'} disabled={running !== null} onClick={stop}>
            {t('play.checkStop')}
          </Button>
          <Button
            variant="secondary"
            wide
            busy={running === 'goOn'}
            disabled={running !== null}
            onClick={goOn}
          >
            {t('play.checkGoOn')}
          </Button>
        </div>
      }
    >
      <div className={styles.check}>
        {!hasFailed && (
          <h2 ref={headingRef} tabIndex={-1}>
            {t('play.checkTitle')}
          </h2>
        )}
        {from !== null && (
          <p className={styles.quiet}>{t('play.checkSince', { time: formatToTheMinute(from) })}</p>
        )}
        <p className={styles.time}>{playedText(t, minutes)}</p>
        <Result check={check} currency={currency} />
      </div>
    </Dialog>
  );
}

/** Stakes and winnings, as far as the providers report them. */
function Result({ check, currency }: Pick<AnswerProps, 'check' | 'currency'>) {
  const t = useT();
  const [staked, won] = [minorOf(check.staked), minorOf(check.won)];
  const isKnown = check.unreported.length === 0 || staked !== 0n || won !== 0n;
  return (
    <>
      {isKnown && (
        <Details>
          <Detail label={t('play.staked')}>
            <Amount value={staked} currency={currency} />
          </Detail>
          <Detail label={t('play.won')}>
            <Amount value={won} currency={currency} />
          </Detail>
          <Detail label={t('play.result')}>
            <Amount value={minor(won - staked)} currency={currency} />
          </Detail>
        </Details>
      )}
      {check.unreported.length > 0 && (
        <p className={styles.quiet}>{t('play.unreported', { names: check.unreported.join(', ') })}</p>
      )}
    </>
  );
}
