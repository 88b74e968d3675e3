import type { ReactNode } from 'react';
import type { Read } from '../lib/reads.ts';
import { codeOf } from '../lib/api-error.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { formatClock } from '../lib/time.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

interface NoticeProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
}

/** Message of a page in place of its content. */
export function Notice({ icon, title, children }: NoticeProps) {
  return (
    <div className={styles['notice']}>
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Nothing to show. */
export function Empty({ title, hint }: { title: string; hint?: string }) {
  return (
    <Notice icon="check" title={title}>
      {hint !== undefined && <p>{hint}</p>}
    </Notice>
  );
}

/** The call is not the person's. */
function Forbidden() {
  const t = useT();
  return (
    <Notice icon="lock" title={t('common.forbidden')}>
      <p>{t('common.forbiddenHint')}</p>
    </Notice>
  );
}

/** Grey rows while the first answer is on its way. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const t = useT();
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['bone']} />
      ))}
    </div>
  );
}

/** Nothing could be read. */
export function Failed({ error, again }: { error: Error; again: () => Promise<void> }) {
  const t = useT();
  const code = codeOf(error);
  if (code === 'FORBIDDEN') return <Forbidden />;
  return (
    <Notice icon="alert" title={t('common.loadFailed')}>
      <p>{codeText('errors', code)}</p>
      <Button icon="refresh" onPress={() => void again()}>
        {t('common.again')}
      </Button>
    </Notice>
  );
}

/** Says that the content is old, since the last reading failed. */
export function Stale({ read }: { read: Read<unknown> }) {
  const t = useT();
  return (
    <div className={styles['stale']} role="status">
      <Icon name="alert" />
      <p>
        {t('common.stale', { time: formatClock(read.readAtMs) })} {codeText('errors', codeOf(read.error))}
      </p>
      <Button kind="quiet" onPress={() => void read.again()}>
        {t('common.again')}
      </Button>
    </div>
  );
}

interface LoadedProps<T> {
  read: Read<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** Shows what was read, or that it is loading, failed, forbidden or old. */
export function Loaded<T>({ read, rows, children }: LoadedProps<T>) {
  if (read.data === undefined) {
    return read.error ? <Failed error={read.error} again={read.again} /> : <Loading rows={rows} />;
  }
  return (
    <>
      {read.error && <Stale read={read} />}
      {children(read.data)}
    </>
  );
}
