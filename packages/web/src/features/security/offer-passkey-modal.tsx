import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { addPasskey } from './add-passkey.ts';

/** Offers a passkey after a log-in, once on a device. */
export function OfferPasskeyModal({ onClose }: ModalComponentProps<'offer-passkey'>) {
  const t = useT();
  const add = async () => {
    if (await addPasskey()) onClose();
  };
  return (
    <Dialog title={t('security.offerTitle')} onClose={() => onClose()}>
      <Stack>
        <p>{t('security.offerLead')}</p>
        <Button icon="fingerprint" wide onClick={add}>
          {t('security.addPasskey')}
        </Button>
        <Button variant="ghost" wide onClick={() => onClose()}>
          {t('security.notNow')}
        </Button>
      </Stack>
    </Dialog>
  );
}
