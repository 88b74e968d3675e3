import { useT } from '../lib/i18n.ts';
import { Field } from '../ui/fields.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  isDisabled: boolean;
}

/** A code of the authenticator app, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  const t = useT();
  return (
    <Field
      {...props}
      label={t('session.code')}
      hint={t('session.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      autoFocus
      maxLength={40}
    />
  );
}
