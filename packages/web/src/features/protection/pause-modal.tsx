import { useState } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { confirm } from '../../ui/alert-store.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { GoesOn, Stops } from './effects.tsx';
import type { Choices } from './types.ts';
import styles from './protection.module.css';
import { hoursText, monthsText } from './texts.ts';
import { useChange } from './use-change.ts';

type Props = ModalComponentProps<'pause'>;

/** Takes a break, or an exclusion: says what stops, what works, and for how long. */
export function PauseModal({ onClose }: Props) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/protection/choices', undefined, {
    revalidateOnFocus: false,
  });
  if (data) return <PauseForm choices={data} onClose={onClose} />;
  return (
    <Dialog title={t('protection.pause')} onClose={() => onClose()}>
      {error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />}
    </Dialog>
  );
}

function PauseForm({ choices, onClose }: { choices: Choices; onClose: Props['onClose'] }) {
  const t = useT();
  const change = useChange();
  const { busy, run } = useBusy();
  const [kind, setKind] = useState<'break' | 'exclusion'>('break');
  const [hours, setHours] = useState(choices.breakHours[0] ?? 24);
  const [months, setMonths] = useState<number | 'forever'>(choices.exclusionMonths[0] ?? 'forever');
  const isBreak = kind === 'break';
  const time = isBreak ? hoursText(t, hours) : monthsText(t, months);
  const begin = t(isBreak ? 'protection.startBreak' : 'protection.startExclusion', { time });
  const rule = isBreak
    ? t('protection.breakFinal')
    : months === 'forever'
      ? t('protection.excludeForever')
      : t('protection.excludeFinal', { hours: choices.exclusionEndHours });
  const send = () =>
    run(async () => {
      if (!(await confirm({ title: begin, message: rule, confirmLabel: begin, danger: true }))) return;
      const stop = () =>
        isBreak
          ? call('POST /api/protection/break', { body: { hours } })
          : call('POST /api/protection/exclusion', { body: { months } });
      const isDone = await change(stop, t(isBreak ? 'protection.onBreak' : 'protection.excluded'));
      if (isDone) onClose({ refresh: true });
    });
  return (
    <Dialog
      title={t('protection.pause')}
      onClose={() => onClose()}
      busy={busy}
      footer={
        <Button variant={isBreak ? 'primary' : 'danger'} wide busy={busy} onClick={send}>
          {begin}
        </Button>
      }
    >
      <Stack>
        <Segmented
          label={t('protection.pause')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'break', label: t('protection.takeBreak') },
            { value: 'exclusion', label: t('protection.exclude') },
          ]}
        />
        {isBreak ? (
          <Select
            label={t('protection.howLong')}
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
            options={choices.breakHours.map((one) => ({ value: String(one), label: hoursText(t, one) }))}
          />
        ) : (
          <Select
            label={t('protection.howLong')}
            value={String(months)}
            onChange={(value) => setMonths(value === 'forever' ? value : Number(value))}
            options={[...choices.exclusionMonths, 'forever' as const].map((one) => ({
              value: String(one),
              label: monthsText(t, one),
            }))}
          />
        )}
        <Stops />
        <GoesOn />
        <p className={styles.quiet}>{rule}</p>
      </Stack>
    </Dialog>
  );
}
