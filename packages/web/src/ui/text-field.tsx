import { readDigits, readPhone } from '@krapao/contract/typed-digits';
import { useImperativeHandle, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { settings } from '../lib/settings.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { useTypedBefore } from '../lib/use-typed-before.ts';
import { IconButton } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'prefix' | 'id'>;

export interface TextFieldProps extends FieldProps, NativeProps {
  value: string;
  onChange: (value: string) => void;
  /** Shown before the text inside the box. */
  prefix?: ReactNode;
  /** Shown after the text inside the box, as a button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Longest text that can be pasted into a number field: the browser cuts off the rest, which would change the
 * number.
 */
const PASTED_MAX = 64;

/** One line of text with its label, hint and error. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  prefix,
  end,
  ref,
  ...rest
}: TextFieldProps) {
  const typedRef = useTypedBefore<HTMLInputElement>((input) => {
    if (input.value !== value) onChange(input.value);
  });
  useImperativeHandle(ref, () => typedRef.current as HTMLInputElement, [typedRef]);
  return (
    <Field label={label} hideLabel={hideLabel ?? false} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            {...rest}
            {...control}
            ref={typedRef}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {end && <span className={styles.end}>{end}</span>}
        </div>
      )}
    </Field>
  );
}

/** A password with a button that shows or hides it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>;

/**
 * A phone number, with the phone's numeric keypad. The value is the number in national format, or the typed
 * text when it is invalid: only separators between digits and a leading `tel:` are dropped.
 */
export function PhoneField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      autoComplete="tel-national"
      placeholder={settings.laos ? '020XXXXXXXX' : '08XXXXXXXX'}
      maxLength={PASTED_MAX}
      {...props}
      type="tel"
      inputMode="numeric"
      onChange={(value) => onChange(readPhone(value, settings.laos))}
    />
  );
}

/** An account number or a one-time code. The value is its digits, and any invalid characters. */
export function DigitsField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      autoComplete="off"
      maxLength={PASTED_MAX}
      {...props}
      inputMode="numeric"
      onChange={(value) => onChange(readDigits(value))}
    />
  );
}
