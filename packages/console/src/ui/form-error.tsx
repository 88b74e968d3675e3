import type { ReactNode } from 'react';
import styles from './form-error.module.css';

/** Why a form was refused. Screen readers say it at once. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles['error']}>
      {children}
    </p>
  );
}
