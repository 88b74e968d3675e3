import { useState } from 'react';
import { codeOf } from './api-error.ts';
import { call } from './call.ts';
import { askPasskey } from './passkeys.ts';
import { useCodeOnDemand } from './use-code-on-demand.ts';

interface Proof {
  password: string;
  code?: string;
  passkey?: Record<string, unknown>;
}

/** The password and the second factor, which the server asks for again before a change of how a person signs in. */
export function useProof() {
  const [password, setPassword] = useState('');
  const onDemand = useCodeOnDemand();
  /** Sends with the password, and with the code or the passkey that the server asks for. */
  const withProof = <T>(send: (proof: Proof) => Promise<T>): Promise<T> =>
    onDemand.withCode(async (given) => {
      try {
        return await send({ password, ...given });
      } catch (failure) {
        if (codeOf(failure) !== 'PASSKEY_REQUIRED') throw failure;
        const { options } = await call('POST /staff/api/passkey/challenge');
        return send({ password, passkey: await askPasskey(options) });
      }
    });
  const clear = () => {
    setPassword('');
    onDemand.askNoCode();
  };
  return { ...onDemand, password, setPassword, withProof, clear };
}
