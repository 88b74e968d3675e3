import { createStore, useStore } from '../lib/store.ts';
import { useT } from '../lib/i18n.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'waiting' | 'bad';
}

const SHOWN_MS = 6_000;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const drop = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id));

/** Says for a few seconds what came of an action. */
export function tell(text: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, text, tone }]);
  setTimeout(() => drop(id), SHOWN_MS);
}

/** The place of the messages, announced by screen readers. */
export function Toasts() {
  const t = useT();
  const shown = useStore(toasts);
  return (
    <div className={styles['place']} role="status" data-react-aria-top-layer="true">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={classNames(styles['toast'], styles[tone])}>
          <p>{text}</p>
          <IconButton icon="close" label={t('common.close')} onPress={() => drop(id)} />
        </div>
      ))}
    </div>
  );
}
