import { verifyDraw, type Draw, type Verification } from '@krapao/contract/verify-draw';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { DateTime } from '../../ui/time.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { promisedFor, type Promised } from './seen-hashes.ts';
import { judge, shares, totalOf, type Mark } from './verify-rules.ts';
import styles from './verify.module.css';

/** One draw, recomputed in this browser from the commitment and the revealed seed. */
export function VerifyView({ drawId }: { drawId: string }) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/spinwheel/draw/:drawId', { params: { drawId } });
  const memberId = useWallet().userInfo?.profile._id;
  if (error instanceof ApiError && error.status < 500 && error.status > 0) {
    return (
      <EmptyState
        icon="close-circle"
        title={t('spin.drawNone')}
        action={<ButtonLink href="/user/spin">{t('spin.toWheel')}</ButtonLink>}
      />
    );
  }
  if (error !== undefined && !data) return <LoadFailed onRetry={() => mutate()} />;
  if (!data || !memberId) return <Skeleton height={420} />;
  return <Checked drawn={data} promised={promisedFor(memberId, data.nonce)} />;
}

interface CheckedProps {
  drawn: Draw;
  promised: Promised | undefined;
}

function Checked({ drawn, promised }: CheckedProps) {
  const t = useT();
  const [verified, setVerified] = useState<Verification | 'failed'>();
  useEffect(() => {
    let left = false;
    const finish = (outcome: Verification | 'failed') => {
      if (!left) setVerified(outcome);
    };
    // Browsers offer WebCrypto only on pages sent over a secure connection.
    verifyDraw(drawn).then(finish, (fault: unknown) => {
      console.error('the draw could not be computed', fault);
      finish('failed');
    });
    return () => {
      left = true;
    };
  }, [drawn]);
  if (verified === undefined) return <Skeleton height={420} />;
  if (verified === 'failed') {
    return (
      <EmptyState icon="lock" title={t('spin.noCrypto')}>
        {t('spin.noCryptoHint')}
      </EmptyState>
    );
  }
  const { verdict, hash, seed, word, slice } = judge(drawn, verified, promised);
  return (
    <>
      <Card className={classNames(styles.verdict, verdict === 'bad' ? styles.bad : styles.good)}>
        <Icon name={verdict === 'bad' ? 'close-circle' : 'shield'} size={34} />
        <div>
          <h2>{t(verdict === 'bad' ? 'spin.verdictBad' : 'spin.verdictGood', { prize: drawn.label })}</h2>
          <p>
            <DateTime at={drawn.createdAt} />
          </p>
        </div>
      </Card>
      <ol className={styles.steps}>
        <Step
          mark={hash === 'replaced' ? 'unknown' : hash}
          title={t('spin.stepHash')}
          value={drawn.seedHash}
          label={t('spin.valueHash')}
        >
          {t(HASH_WORDS[hash])}
        </Step>
        <Step mark={seed} title={t('spin.stepSeed')} value={drawn.serverSeed} label={t('spin.valueSeed')}>
          {t(seed === 'good' ? 'spin.seedGood' : 'spin.seedBad')}
        </Step>
        <Step mark={word} title={t('spin.stepWord')} value={drawn.clientSeed} label={t('spin.valueWord')}>
          {t(WORD_WORDS[word])}
        </Step>
        <Step mark={slice} title={t('spin.stepDraw')} value={verified.mac} label={t('spin.valueMac')}>
          {t('spin.ticketText', { ticket: verified.ticket + 1, total: totalOf(drawn) })}
        </Step>
      </ol>
      <Tickets drawn={drawn} verified={verified} />
    </>
  );
}

const HASH_WORDS = {
  good: 'spin.hashGood',
  bad: 'spin.hashBad',
  unknown: 'spin.hashUnknown',
  replaced: 'spin.hashReplaced',
} as const;
const WORD_WORDS = { good: 'spin.wordGood', bad: 'spin.wordBad', unknown: 'spin.wordUnknown' } as const;
const MARK_ICON = { good: 'check', bad: 'close', unknown: 'info' } as const;

interface StepProps {
  mark: Mark;
  title: string;
  /** Value that the row is about. */
  value: string;
  /** Label of the value, for copying. */
  label: string;
  children: ReactNode;
}

function Step({ mark, title, value, label, children }: StepProps) {
  return (
    <li className={styles.step} data-mark={mark}>
      <span className={classNames(styles.mark, styles[mark])}>
        <Icon name={MARK_ICON[mark]} size={18} />
      </span>
      <div className={styles.stepBody}>
        <h3>{title}</h3>
        <p>{children}</p>
        {value && (
          <div className={styles.value}>
            <code>{value}</code>
            <CopyButton text={value} label={label} />
          </div>
        )}
      </div>
    </li>
  );
}

/** The tickets of each slice, with the drawn one marked. */
function Tickets({ drawn, verified }: { drawn: Draw; verified: Verification }) {
  const t = useT();
  return (
    <Card>
      <h2 className={styles.heading}>{t('spin.tickets')}</h2>
      <p className={styles.how}>{t('spin.how')}</p>
      <table className={styles.tickets}>
        <thead>
          <tr>
            <th scope="col">{t('spin.prize')}</th>
            <th scope="col">{t('spin.ticketRange')}</th>
            <th scope="col">{t('spin.chance')}</th>
          </tr>
        </thead>
        <tbody>
          {shares(drawn).map(({ code, label, range, chance }, index) => (
            <tr key={code} aria-current={index === verified.index || undefined}>
              <th scope="row">{label}</th>
              <td>{range}</td>
              <td>{chance}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
