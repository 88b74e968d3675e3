import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  id: string;
  name: string;
  value: ReactNode;
}

/** Facts of one thing, by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ id, name, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
