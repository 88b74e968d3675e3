import styles from './key.module.css';

/** A key of the keyboard beside what it does; decoration, since the list of keys names it. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className={styles['key']} aria-hidden="true">
      {name}
    </kbd>
  );
}
