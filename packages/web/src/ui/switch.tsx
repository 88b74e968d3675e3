import type { ToggleProps } from './choice.tsx';
import styles from './field.module.css';

/** An on/off switch with its label. */
export function Switch({ label, checked, onChange, ...rest }: ToggleProps) {
  return (
    <label className={styles.switch}>
      <span>{label}</span>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className={styles.switchInput}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
