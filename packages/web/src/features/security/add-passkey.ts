import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { toast } from '../../ui/toast-store.ts';
import { showCodes } from './new-codes.ts';
import { makePasskey, notePasskey } from './security-api.tsx';

/** Kinds of devices, as browsers name them. */
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'] as const;

const deviceName = (): string => DEVICES.find((name) => navigator.userAgent.includes(name)) ?? 'Passkey';

/** Makes a passkey on this device. Tells the outcome. @returns whether there is one now */
export async function addPasskey(): Promise<boolean> {
  try {
    const { options } = await call('POST /api/account/passkeys/challenge');
    const answer = await makePasskey(options);
    if (!answer) return false;
    if (answer === 'known') {
      notePasskey();
      toast.success(t('security.passkeyKnown'));
      return true;
    }
    const { recoveryCodes } = await call('POST /api/account/passkeys', {
      body: { name: deviceName(), answer },
    });
    notePasskey();
    toast.success(t('security.passkeyAdded'));
    await showCodes(recoveryCodes);
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}
