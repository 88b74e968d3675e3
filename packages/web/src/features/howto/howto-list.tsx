import type { ResponseBody } from '@krapao/contract/routes';
import { useT, type TextKey } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import styles from './howto-list.module.css';
import { HowtoVideo, isVideoAddress } from './howto-video.tsx';

type Topic = ResponseBody<'GET /api/lookup/howto'>[number]['topic'];

type HowtoKey = Extract<TextKey, `howto.${string}`>;

interface Guide {
  topic: Topic;
  icon: IconName;
  title: HowtoKey;
  steps: readonly HowtoKey[];
}

const GUIDES: readonly Guide[] = [
  {
    topic: 'wallet',
    icon: 'wallet',
    title: 'howto.wallet',
    steps: ['howto.wallet1', 'howto.wallet2', 'howto.wallet3'],
  },
  {
    topic: 'play',
    icon: 'gamepad',
    title: 'howto.play',
    steps: ['howto.play1', 'howto.play2', 'howto.play3'],
  },
  {
    topic: 'balance',
    icon: 'refresh',
    title: 'howto.balance',
    steps: ['howto.balance1', 'howto.balance2', 'howto.balance3'],
  },
  {
    topic: 'bonus',
    icon: 'gift',
    title: 'howto.bonus',
    steps: ['howto.bonus1', 'howto.bonus2', 'howto.bonus3'],
  },
  {
    topic: 'bonusCancel',
    icon: 'close-circle',
    title: 'howto.bonusCancel',
    steps: ['howto.bonusCancel1', 'howto.bonusCancel2', 'howto.bonusCancel3'],
  },
];

/** The five how-to topics: the steps, and the operator's video where there is one. */
export function HowtoList() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/howto');
  if (error !== undefined && !data) return <LoadFailed onRetry={() => mutate()} />;
  const addressOf = (topic: Topic) => data?.find((video) => video.topic === topic)?.url ?? '';
  return (
    <>
      <p className={styles.intro}>{t('howto.intro')}</p>
      <ol className={styles.list}>
        {GUIDES.map(({ topic, icon, title, steps }) => {
          const address = addressOf(topic);
          return (
            <li key={topic} className={styles.card}>
              <header className={styles.head}>
                <span className={styles.mark}>
                  <Icon name={icon} size={20} />
                </span>
                <h2 className={styles.label}>{t(title)}</h2>
                {!data && <Skeleton width={96} height={24} />}
                {data && !isVideoAddress(address) && <span className={styles.soon}>{t('howto.soon')}</span>}
              </header>
              {isVideoAddress(address) && <HowtoVideo title={t(title)} address={address} />}
              <ol className={styles.steps}>
                {steps.map((step) => (
                  <li key={step}>{t(step)}</li>
                ))}
              </ol>
            </li>
          );
        })}
      </ol>
    </>
  );
}
