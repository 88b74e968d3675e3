import { useEffect, useRef, useState, type SubmitEvent, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Problem, Problems, RegistrationForm } from './registration.ts';
import { problemText } from './problem-text.ts';
import styles from './register.module.css';

/** Returns the text of a field's problem; `texts` has those that the step words itself. */
type ErrorOf = (
  field: keyof RegistrationForm,
  texts?: Partial<Record<Problem, string>>,
) => string | undefined;

interface StepFormProps {
  lead: string;
  submitLabel: string;
  /** Current problems; checked on submit, and from then on while typing. */
  problems: Problems;
  /** Fields of this step that the server has refused. */
  refused?: Problems;
  onSubmit: () => Promise<void>;
  disabled?: boolean;
  children: (errorOf: ErrorOf) => ReactNode;
}

/** One step of the wizard: goes on only without problems, else focuses the first faulty field. */
export function StepForm({
  lead,
  submitLabel,
  problems,
  refused = {},
  onSubmit,
  disabled = false,
  children,
}: StepFormProps) {
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  /** Focuses the first faulty field after the render. */
  const toFault = () => {
    requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };

  const refusedNow = Object.keys(refused).join(' ');
  useEffect(() => {
    if (refusedNow !== '') formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedNow]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || disabled) return;
    setTried(true);
    if (Object.keys({ ...problems, ...refused }).length > 0) return toFault();
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };

  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      action="/register"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <p className={styles.lead}>{lead}</p>
      {children((field, texts = {}) => {
        const problem = tried ? problems[field] : undefined;
        if (problem) return texts[problem] ?? problemText(problem);
        return refused[field] && problemText(refused[field]);
      })}
      <Button type="submit" busy={busy} disabled={disabled} wide>
        {submitLabel}
      </Button>
    </form>
  );
}
