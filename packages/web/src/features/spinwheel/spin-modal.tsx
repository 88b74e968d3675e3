import { navigate } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SpinWheel } from './spin-wheel.tsx';
import { useSpin } from './use-spin.ts';

/** The wheel over any page. */
export function SpinModal({ onClose }: ModalComponentProps<'spin'>) {
  const t = useT();
  const spin = useSpin();
  const toPage = () => navigate('/user/spin');
  return (
    <Dialog
      title={spin.wheel?.name ?? t('spin.title')}
      busy={spin.phase === 'spinning'}
      onClose={() => onClose()}
    >
      <SpinWheel spin={spin} onCoupons={toPage} onLeave={onClose} />
    </Dialog>
  );
}
