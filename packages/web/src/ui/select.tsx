import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';
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

/** The phone's own picker in the app's field. */
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
