import { useId } from 'react';
import styles from './fields.module.css';

interface FileFieldProps {
  label: string;
  hint: string;
  onChange: (file: File | undefined) => void;
}

/** A labelled choice of one file, as the device draws it. */
export function FileField({ label, hint, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        className={styles['box']}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.files?.[0])}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
    </div>
  );
}
