import { useT } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { PhoneField } from '../../ui/text-field.tsx';
import { checkPhone, fieldsOf } from './registration.ts';
import { StepForm } from './step-form.tsx';
import type { StepProps } from './use-registration.ts';

export function PhoneStep({ form, fill, refused, withOtp, submitPhone, isWaiting }: StepProps) {
  const t = useT();
  return (
    <StepForm
      lead={t('register.phoneLead')}
      submitLabel={withOtp ? t('register.sendCode') : t('kit.next')}
      problems={checkPhone(form.phone, settings.laos)}
      refused={fieldsOf(refused, ['phone'])}
      disabled={isWaiting}
      onSubmit={submitPhone}
    >
      {(errorOf) => (
        <PhoneField
          label={t('register.phone')}
          name="phone"
          value={form.phone}
          onChange={(phone) => fill({ phone })}
          error={errorOf('phone')}
        />
      )}
    </StepForm>
  );
}
