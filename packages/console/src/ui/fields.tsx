import type { HTMLInputTypeAttribute, KeyboardEvent, ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useId } from 'react';
import styles from './fields.module.css';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Why the value is refused. */
  error?: string | undefined;
  name?: string;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'search';
  autoComplete?: string;
  maxLength?: number;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Several lines. */
  isLong?: boolean;
}

/** A labelled field for text. */
export function Field({
  label,
  hint,
  error,
  isLong = false,
  type = 'text',
  inputMode,
  ...props
}: TextFieldProps) {
  const { maxLength, autoComplete, ...field } = props;
  const limits = {
    ...(maxLength !== undefined && { maxLength }),
    ...(autoComplete !== undefined && { autoComplete }),
  };
  return (
    <TextField
      {...field}
      {...limits}
      type={isLong ? 'text' : type}
      isInvalid={error !== undefined}
      className={styles['field'] ?? ''}
    >
      <Label>{label}</Label>
      {isLong ? (
        <TextArea rows={3} className={styles['box'] ?? ''} />
      ) : (
        <Input className={styles['box'] ?? ''} {...(inputMode && { inputMode })} />
      )}
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </TextField>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  isDisabled?: boolean;
  hint?: ReactNode;
}

/** A labelled choice of one of several, as the device draws it. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled,
  hint,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles['box']}
        value={value}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A box to tick, beside its label. */
export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
