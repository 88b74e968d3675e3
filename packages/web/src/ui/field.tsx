import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Help shown under the control while there is no error. */
  hint?: ReactNode;
  /** Error text of the value; also marks the control as invalid. */
  error?: string | undefined;
}

/** Props that link a control to its field's label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldShellProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, and the hint or error under it, linked for screen readers. */
export function Field({ label, hideLabel = false, hint, error, children }: FieldShellProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error) || Boolean(hint);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, hideLabel && 'visually-hidden')}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote && (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {error ? (
            <>
              <Icon name="alert" size={16} />
              <span>{error}</span>
            </>
          ) : (
            hint
          )}
        </p>
      )}
    </div>
  );
}
