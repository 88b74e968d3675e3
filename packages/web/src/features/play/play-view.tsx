import type { PlayBy } from '@krapao/contract/play';
import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { Segmented } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { PlayChart } from './play-chart.tsx';
import { PlayPeriods } from './play-periods.tsx';
import { SHOWN_TEXT, type Shown } from './play-rules.ts';
import styles from './play.module.css';

/** The member's money in and out, time, stakes and wins, by day, month or year. */
export function PlayView() {
  const t = useT();
  const [by, setBy] = useState<PlayBy>('day');
  const [shown, setShown] = useState<Shown>('result');
  const { data, error, mutate } = useApi(
    'GET /api/protection/play/:by',
    { params: { by } },
    { revalidateOnFocus: false },
  );
  const { userInfo, error: walletError, reload } = useWallet();
  const fault = error ?? walletError;
  return (
    <Stack>
      <Segmented
        label={t('play.by')}
        value={by}
        onChange={setBy}
        options={[
          { value: 'day', label: t('play.byDay') },
          { value: 'month', label: t('play.byMonth') },
          { value: 'year', label: t('play.byYear') },
        ]}
      />
      {(!data || !userInfo) && (
        <Card>
          {fault === undefined ? (
            <Spinner />
          ) : (
            <LoadFailed onRetry={() => Promise.all([mutate(), reload()])} />
          )}
        </Card>
      )}
      {data && userInfo && data.periods.length === 0 && (
        <Card>
          <EmptyState icon="clock" title={t('play.none')}>
            {t('play.noneHint')}
          </EmptyState>
        </Card>
      )}
      {data && userInfo && data.periods.length > 0 && (
        <>
          <Card className={styles.picture}>
            <Segmented
              label={t('play.shown')}
              value={shown}
              onChange={setShown}
              options={[
                { value: 'result', label: t(SHOWN_TEXT.result) },
                { value: 'time', label: t(SHOWN_TEXT.time) },
                { value: 'money', label: t(SHOWN_TEXT.money) },
              ]}
            />
            <PlayChart periods={data.periods} shown={shown} by={by} currency={userInfo.currency} />
          </Card>
          <PlayPeriods periods={data.periods} by={by} currency={userInfo.currency} />
          <p className={styles.note}>{t('play.lateNote')}</p>
        </>
      )}
    </Stack>
  );
}
