import { PHONE_DIGITS } from '@krapao/contract/limits';
import { isMobilePhone } from '@krapao/contract/typed-digits';
import { useRef, useState, type SubmitEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Button } from '../../ui/button.tsx';
import { PhoneField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './reset.module.css';

type Problem = 'common.required' | 'reset.phoneLength' | 'reset.phoneRefused';

/** Returns the problem of a phone; in Laos the server checks the number. */
function problemOf(phone: string): Problem | undefined {
  if (phone === '') return 'common.required';
  if (!/^\d+$/.test(phone)) return 'reset.phoneRefused';
  if (settings.laos) return undefined;
  if (phone.length !== PHONE_DIGITS) return 'reset.phoneLength';
  return isMobilePhone(phone, settings.laos) ? undefined : 'reset.phoneRefused';
}

interface PhoneStepProps {
  phone: string;
  /** The visitor came back from the next step. */
  isBack: boolean;
  onChange: (phone: string) => void;
  onSubmit: () => Promise<void>;
  /** The visitor has a code, from our staff or from before. */
  onHasCode: () => void;
}

export function PhoneStep({ phone, isBack, onChange, onSubmit, onHasCode }: PhoneStepProps) {
  const t = useT();
  const [tried, setTried] = useState(false);
  const { busy, run } = useBusy();
  const phoneRef = useRef<HTMLInputElement>(null);
  const problem = problemOf(phone);

  const goOn = (work: () => Promise<void> | void) => {
    setTried(true);
    if (problem) return phoneRef.current?.focus();
    void run(async () => {
      try {
        await work();
      } catch (error) {
        toast.error(error);
      }
    });
  };

  return (
    <form
      className={styles.form}
      method="post"
      action="/reset"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        goOn(onSubmit);
      }}
    >
      <p className={styles.lead}>{t('reset.phoneLead')}</p>
      <PhoneField
        ref={phoneRef}
        label={t('reset.phone')}
        name="phone"
        autoComplete="username"
        autoFocus={isBack}
        value={phone}
        onChange={onChange}
        error={tried && problem ? t(problem) : undefined}
      />
      <Button type="submit" busy={busy} wide>
        {t('reset.send')}
      </Button>
      <div className={styles.actions}>
        <Button variant="ghost" size="small" onClick={() => goOn(onHasCode)}>
          {t('reset.haveCode')}
        </Button>
      </div>
    </form>
  );
}
