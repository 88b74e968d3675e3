import { readInviteCode } from '@krapao/contract/invite-code';
import { TEXT_MAX } from '@krapao/contract/limits';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { Select } from '../../ui/select.tsx';
import { PasswordField, PhoneField, TextField } from '../../ui/text-field.tsx';
import { usePasswordRule } from '../session/new-password-api.ts';
import { checkProfile, fieldsOf } from './registration.ts';
import { StepForm } from './step-form.tsx';
import type { Registration } from './use-registration.ts';

/** Longest text: a whole invite link may be pasted in place of its code. */
const LINK_MAX = 300;

export function ProfileStep({ form, fill, refused, submitProfile }: Registration) {
  const t = useT();
  const rule = usePasswordRule();
  const sources = useApi('GET /api/lookup/sources').data ?? [];
  return (
    <StepForm
      lead={t('register.profileLead')}
      submitLabel={t('kit.next')}
      problems={checkProfile(form, rule.minimum)}
      refused={fieldsOf(refused, ['password', 'inviteCode'])}
      onSubmit={submitProfile}
    >
      {(errorOf) => (
        <>
          <TextField
            label={t('register.name')}
            name="name"
            autoComplete="nickname"
            maxLength={TEXT_MAX.name}
            value={form.name}
            onChange={(name) => fill({ name })}
            error={errorOf('name')}
          />
          <PhoneField
            label={t('register.phone')}
            name="username"
            autoComplete="username"
            value={form.phone}
            onChange={() => undefined}
            readOnly
          />
          <PasswordField
            label={t('register.password')}
            name="password"
            autoComplete="new-password"
            maxLength={TEXT_MAX.password}
            value={form.password}
            onChange={(password) => fill({ password })}
            hint={rule.hint}
            error={errorOf('password', { passwordShort: rule.tooShort })}
          />
          <PasswordField
            label={t('register.confirmPassword')}
            name="confirmPassword"
            autoComplete="new-password"
            maxLength={TEXT_MAX.password}
            value={form.confirmPassword}
            onChange={(confirmPassword) => fill({ confirmPassword })}
            error={errorOf('confirmPassword')}
          />
          {sources.length > 0 && (
            <Select
              label={t('register.source')}
              name="sourceCode"
              value={form.sourceCode}
              onChange={(sourceCode) => fill({ sourceCode })}
              placeholder={t('register.sourceNone')}
              options={sources.map(({ code, description }) => ({ value: code, label: description }))}
            />
          )}
          <TextField
            label={t('register.inviteCode')}
            name="inviteCode"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={LINK_MAX}
            value={form.inviteCode}
            onChange={(text) => fill({ inviteCode: readInviteCode(text) })}
            error={errorOf('inviteCode')}
          />
        </>
      )}
    </StepForm>
  );
}
