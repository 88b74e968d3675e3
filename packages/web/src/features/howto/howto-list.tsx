import type { ResponseBody } from '@krapao/contract/routes';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LoadFailed } from '../../ui/empty-state.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import styles from './howto-list.module.css';

type Topic = ResponseBody<'GET /api/lookup/howto'>[number]['topic'];

const TOPICS: readonly { topic: Topic; icon: IconName }[] = [
  { topic: 'wallet', icon: 'wallet' },
  { topic: 'play', icon: 'game' },
  { topic: 'balance', icon: 'refresh' },
  { topic: 'bonus', icon: 'gift' },
  { topic: 'bonusCancel', icon: 'close-circle' },
];

/** The five how-to topics, each with its video, or a word that it is still to come. */
export function HowtoList() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/howto');
  if (error !== undefined && !data) return <LoadFailed onRetry={() => mutate()} />;
  return (
    <>
      <p className={styles.intro}>{t('howto.intro')}</p>
      <ol className={styles.list}>
        {TOPICS.map(({ topic, icon }) => (
          <li key={topic} className={styles.card}>
            <span className={styles.mark}>
              <Icon name={icon} size={20} />
            </span>
            <h2 className={styles.label}>{t(`howto.${topic}`)}</h2>
            {data ? (
              <Video url={data.find((video) => video.topic === topic)?.url ?? ''} />
            ) : (
              <Skeleton width={120} height={44} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Video({ url }: { url: string }) {
  const t = useT();
  if (!/^https?:\/\//.test(url)) return <span className={styles.soon}>{t('howto.soon')}</span>;
  return (
    <ButtonLink href={url} variant="secondary" size="small" icon="play">
      {t('howto.watch')}
    </ButtonLink>
  );
}
