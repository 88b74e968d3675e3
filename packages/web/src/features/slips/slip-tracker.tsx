import { useEffect, useEffectEvent } from 'react';
import { codeText, useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { reasonText, stateOf, stepsOf, type Slip } from './slip-rules.ts';
import styles from './slips.module.css';
import { useSlips } from './use-slips.ts';

const STEP_TEXT = {
  received: 'slips.stepReceived',
  reading: 'slips.stepReading',
  asking: 'slips.stepAsking',
  waiting: 'slips.stepWaiting',
  done: 'slips.stepDone',
} as const;

interface SlipTrackerProps {
  /** The slip as the server accepted it; from then on the list has its state. */
  sent: Slip;
  onAnother: () => void;
}

/** Progress of one slip, step by step, and its result. */
export function SlipTracker({ sent, onAnother }: SlipTrackerProps) {
  const t = useT();
  const { data } = useSlips(1);
  const { reload } = useWallet();
  const slip = data?.slips.find(({ _id }) => _id === sent._id) ?? sent;
  const state = stateOf(slip);

  const onCredit = useEffectEvent(() => void reload());
  useEffect(() => {
    if (state === 'success') onCredit();
  }, [state]);

  return (
    <section className={styles.tracker} data-state={state}>
      <p className="visually-hidden" role="status">
        {state === 'processing' ? t(STEP_TEXT[slip.step]) : `${t(endTextOf(slip))} ${reasonText(slip)}`}
      </p>
      {state === 'processing' ? <Steps slip={slip} /> : <Result slip={slip} />}
      {state !== 'processing' && (
        <Button variant="secondary" wide onClick={onAnother}>
          {t('slips.another')}
        </Button>
      )}
    </section>
  );
}

function Steps({ slip }: { slip: Slip }) {
  const t = useT();
  return (
    <>
      <h3>{t('slips.checkingSlip')}</h3>
      <ol className={styles.steps}>
        {stepsOf(slip).map(({ step, mark }) => (
          <li key={step} className={styles.step} data-mark={mark} aria-current={mark === 'current' && 'step'}>
            <span className={styles.stepMark}>{mark === 'passed' && <Icon name="check" size={14} />}</span>
            {t(STEP_TEXT[step])}
          </li>
        ))}
      </ol>
      {slip.step === 'waiting' && <p className={styles.quiet}>{t('slips.waitingHint')}</p>}
    </>
  );
}

/** Returns the text key of a slip's result. */
function endTextOf(slip: Slip) {
  if (stateOf(slip) !== 'success') return 'slips.refused';
  return slip.wasCredited ? 'slips.creditedBefore' : 'slips.credited';
}

function Result({ slip }: { slip: Slip }) {
  const t = useT();
  const { userInfo } = useWallet();
  const isGood = stateOf(slip) === 'success';
  return (
    <div className={styles.result}>
      <span className={classNames(styles.badge, isGood ? styles.good : styles.bad)}>
        <Icon name={isGood ? 'check' : 'close'} size={34} />
      </span>
      <h3>{t(endTextOf(slip))}</h3>
      {isGood ? (
        <>
          <Amount
            value={minorOf(slip.amount)}
            currency={userInfo?.currency ?? 'BAHT'}
            sign={slip.wasCredited ? undefined : '+'}
            smallDecimals
            className={styles.credited}
          />
          {slip.wasCredited && <p className={styles.quiet}>{t('slips.creditedBeforeHint')}</p>}
        </>
      ) : (
        <>
          <p className={styles.reason}>{reasonText(slip)}</p>
          <p className={styles.quiet}>{codeText(slip.note ?? '', 'slipAdvice') ?? t('slips.refusedHint')}</p>
        </>
      )}
    </div>
  );
}
