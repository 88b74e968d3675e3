import type { ChoiceKind } from '@krapao/contract/notice-kinds';
import type { ResponseBody } from '@krapao/contract/routes';
import { call } from '../../lib/http.ts';
import { useT, type PlainKey } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import { KIND_TEXT } from './notice-rules.ts';
import styles from './notices.module.css';
import type { PushState } from './push-browser.ts';
import { usePush } from './use-push.ts';

type Choices = ResponseBody<'GET /api/notices/choices'>;

/** Why this device shows no notices, and what can be done. */
const WHY_NOT: Readonly<Partial<Record<PushState, PlainKey>>> = {
  blocked: 'notices.blocked',
  install: 'notices.installFirst',
  unsupported: 'notices.unsupported',
};

/** The switches of notices: on this device, and by kind on all of the member's devices. */
export function ChoicesModal({ onClose }: ModalComponentProps<'notice-choices'>) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/notices/choices');
  const keep = (choices: Choices) => mutate(choices, { revalidate: false });
  return (
    <Dialog title={t('notices.choose')} onClose={() => onClose()}>
      {!data && (error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />)}
      {data && (
        <div className={styles.choices}>
          <ThisDevice />
          <Kinds kinds={data.kinds} onChosen={keep} />
          <p className={styles.hint}>{t('notices.always')}</p>
        </div>
      )}
    </Dialog>
  );
}

function ThisDevice() {
  const t = useT();
  const { state, isBusy, turn } = usePush();
  const why = state && WHY_NOT[state];
  return (
    <section>
      <Switch
        label={t('notices.onThisDevice')}
        checked={state === 'on'}
        disabled={isBusy || state === undefined || why !== undefined}
        onChange={turn}
      />
      <p className={styles.hint}>{t(why ?? 'notices.offerHint')}</p>
    </section>
  );
}

interface KindsProps {
  kinds: Choices['kinds'];
  onChosen: (choices: Choices) => unknown;
}

function Kinds({ kinds, onChosen }: KindsProps) {
  const t = useT();
  const { busy, run } = useBusy();
  const choose = (kind: ChoiceKind, isPushed: boolean) =>
    void run(async () => {
      try {
        onChosen(await call('PUT /api/notices/choices', { body: { kind, isPushed } }));
      } catch (fault) {
        toast.error(fault);
      }
    });
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('notices.kinds')}</legend>
      {kinds.map(({ kind, isPushed }) => (
        <Switch
          key={kind}
          label={t(KIND_TEXT[kind])}
          checked={isPushed}
          disabled={busy}
          onChange={(isOn) => choose(kind, isOn)}
        />
      ))}
    </fieldset>
  );
}
