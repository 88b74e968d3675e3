import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

type NativeSelect = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'id' | 'children'>;

interface SelectProps extends FieldProps, NativeSelect {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** Shown while nothing is chosen; its value is the empty text. */
  placeholder?: string;
}

/** The phone's own picker behind a field of ours. */
export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, value, onChange, options, placeholder, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel ?? false} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          <select
            {...rest}
            {...control}
            className={classNames(styles.input, styles.select)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={20} className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}

interface ToggleProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
}

/** A tick box with its label. */
export function Checkbox({ label, checked, onChange, ...rest }: ToggleProps) {
  return (
    <label className={styles.check}>
      <input
        {...rest}
        type="checkbox"
        className={styles.checkInput}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

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

interface SegmentedProps<Value extends string> {
  /** Name of the choice, for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
}

/** A choice of two to four in one row; arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, onChange, options }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
