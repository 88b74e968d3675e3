import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Card } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import type { Choices, Protection } from './types.ts';
import styles from './protection.module.css';
import { useChange } from './use-change.ts';

const OFFERED = [15, 20, 30, 45, 60, 90, 120];

/** How often a reality check comes. */
export function RealityCard({ protection, choices }: { protection: Protection; choices: Choices }) {
  const t = useT();
  const change = useChange();
  const { busy, run } = useBusy();
  const { min, max, usual } = choices.realityCheckMinutes;
  const chosen = protection.realityCheckMinutes;
  const minutes = [...new Set([...OFFERED, usual, chosen])]
    .filter((count) => count >= min && count <= max)
    .toSorted((one, other) => one - other);
  const set = (value: string) =>
    run(async () => {
      const body = { minutes: Number(value) };
      await change(() => call('PUT /api/protection/reality-check', { body }), t('protection.saved'));
    });
  return (
    <Card className={styles.card}>
      <h2>{t('protection.reality')}</h2>
      <p className={styles.quiet}>{t('protection.realityHint')}</p>
      <Select
        label={t('protection.every')}
        value={String(chosen)}
        onChange={(value) => void set(value)}
        disabled={busy}
        options={minutes.map((count) => ({
          value: String(count),
          label: t('play.minutes', { count }),
        }))}
      />
    </Card>
  );
}
