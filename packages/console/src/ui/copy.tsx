import { useT } from '../lib/i18n.ts';
import { IconButton } from './button.tsx';
import styles from './copy.module.css';
import { tell } from './toasts.tsx';

/** A number or reference that can be copied. */
export function Copy({ text }: { text: string }) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      tell(t('common.copied'));
    } catch {
      tell(t('common.copyFailed'), 'bad');
    }
  };
  return (
    <span className={styles['copy']}>
      <code>{text}</code>
      <IconButton icon="copy" label={t('common.copy', { text })} onPress={() => void copy()} />
    </span>
  );
}
