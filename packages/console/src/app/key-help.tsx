import { useMemo, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { useBoundKeys, useKeys, type KeyBinding } from '../lib/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './key-help.module.css';

/** Lists the keys of the current page when `?` is pressed. */
export function KeyHelp() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const keys = useMemo<KeyBinding[]>(() => [{ key: '?', label: 'keys.help', run: () => setOpen(true) }], []);
  useKeys(keys);
  const bound = useBoundKeys();
  return (
    <Dialog title={t('keys.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl className={styles['keys']}>
        {bound.map(({ key, label }) => (
          <Line key={key} name={key === 'Escape' ? 'Esc' : key} text={t(label)} />
        ))}
        <Line name="Enter" text={t('keys.open')} />
        <Line name="Ctrl K" text={t('keys.palette')} />
        <Line name="Ctrl Enter" text={t('keys.send')} />
      </dl>
    </Dialog>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
