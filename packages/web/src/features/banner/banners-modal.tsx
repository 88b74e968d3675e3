import { useEffect, useEffectEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal, type ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { BannerCarousel } from '../../ui/banner-carousel.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner, useDelayed } from '../../ui/spinner.tsx';

/** Longest wait for banners. */
const PATIENCE_MS = 4_000;

/**
 * The operator's banners before a modal, which opens on a press. If there are none, or they cannot be loaded,
 * the modal opens at once: an advertisement must not block money.
 */
export function BannersModal({ props: { before }, onClose }: ModalComponentProps<'banners'>) {
  const t = useT();
  const { data, error } = useApi(
    before === 'invite' ? 'GET /api/invite/banners' : 'GET /api/refund/banners',
    { timeoutMs: PATIENCE_MS },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const banners = bannersOf(data);
  const isSkipped = error !== undefined || banners?.length === 0;
  const isLate = useDelayed(banners === undefined && !isSkipped);

  const goOn = () => {
    onClose();
    void openModal(before);
  };
  const skip = useEffectEvent(goOn);
  useEffect(() => {
    if (isSkipped) skip();
  }, [isSkipped]);

  const title = t(before === 'invite' ? 'invite.title' : 'refund.title');
  if (isSkipped) return null;
  if (banners === undefined) {
    return isLate ? (
      <Dialog title={title} size="small" bare onClose={() => onClose()}>
        <Spinner />
      </Dialog>
    ) : null;
  }
  return (
    <Dialog
      title={title}
      onClose={() => onClose()}
      footer={
        <Button wide onClick={goOn}>
          {t('banner.goOn')}
        </Button>
      }
    >
      <BannerCarousel label={title} banners={banners} />
    </Dialog>
  );
}

/** Returns the banners of a reply, which may also be a bare list. */
function bannersOf<Banner>(
  reply: { banners?: Banner[] } | readonly Banner[] | undefined,
): readonly Banner[] | undefined {
  if (reply === undefined || Array.isArray(reply)) return reply as readonly Banner[] | undefined;
  return (reply as { banners?: Banner[] }).banners ?? [];
}
