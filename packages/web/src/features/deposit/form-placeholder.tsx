import { Skeleton } from '../../ui/spinner.tsx';
import styles from './deposit.module.css';

/** Placeholder in the shape of the amount form until the server tells whether there is a QR. */
export function FormPlaceholder() {
  return (
    <div className={styles.form} aria-busy>
      <Skeleton height={113} />
      <Skeleton height={88} />
      <div className={styles.reach}>
        <Skeleton height={52} />
      </div>
    </div>
  );
}
