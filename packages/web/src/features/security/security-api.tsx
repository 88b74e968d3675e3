import { TEXT_MAX } from '@krapao/contract/limits';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    /** This device has had a passkey of a member. */
    passkeyHere: 'device';
    /** A passkey was offered on this device. */
    passkeyOffered: 'device';
  }
}

type Json = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown>;
type PasskeyAnswer = Answer | 'known' | undefined;

/** Notes that this device has a passkey: log-ins here begin with it. */
export const notePasskey = (): void => writeStored('passkeyHere', '1');

/**
 * Has the browser answer a challenge with a passkey.
 * @returns undefined when the person gave up
 * @throws ApiError when it failed
 */
export async function askPasskey(options: Json): Promise<Answer | undefined> {
  const answer = await answerOf(() => {
    const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
  });
  if (answer === 'known') throw new ApiError('PASSKEY_INVALID', 400);
  return answer;
}

/**
 * Has the browser make a passkey.
 * @returns undefined when the person gave up; `known` when the device has one of this account
 * @throws ApiError when it failed
 */
export function makePasskey(options: Json): Promise<PasskeyAnswer> {
  return answerOf(() => {
    const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    });
  });
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() };
  } catch (error) {
    const name = error instanceof DOMException && error.name;
    // Closed by the person, or out of time.
    if (name === 'NotAllowedError') return undefined;
    if (name === 'InvalidStateError') return 'known';
  }
  throw new ApiError('PASSKEY_INVALID', 400);
}

/**
 * The state of a form with one required field. The field has the focus, which a dialog gives to its first button.
 * @param options `isSecond`: another way stands above, so that no keyboard opens over it; `isCode`: blanks alone are
 *   no answer; a password may be made of them
 */
export function useOneField(onSubmit: (value: string) => unknown, { isSecond = false, isCode = false } = {}) {
  const t = useT();
  const [value, onChange] = useState('');
  const [tried, setTried] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSecond) ref.current?.focus();
  }, [isSecond]);
  const isEmpty = (isCode ? value.trim() : value) === '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty) return ref.current?.focus();
    void onSubmit(value);
  };
  const error = tried && isEmpty ? t('common.required') : undefined;
  return { field: { ref, value, onChange, error }, submit };
}

interface CodeFormProps {
  busy: boolean;
  submitLabel: string;
  label: string;
  hint?: string;
  /** Another way stands above, so that no keyboard opens over it. */
  isSecond?: boolean;
  onSubmit: (code: string) => unknown;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function CodeForm({ busy, submitLabel, label, hint, isSecond = false, onSubmit }: CodeFormProps) {
  const { field, submit } = useOneField(onSubmit, { isSecond, isCode: true });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField
          {...field}
          label={label}
          hint={hint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={TEXT_MAX.factorCode}
          readOnly={busy}
        />
        <Button type="submit" variant={isSecond ? 'secondary' : 'primary'} busy={busy} wide>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
