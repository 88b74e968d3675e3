import { SpinPage } from '../features/spinwheel/spin-page.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';

/** The wheel of fortune and the coupons it gave. */
export default function SpinRoute() {
  const t = useT();
  useDocumentTitle(t('spin.title'));
  return <SpinPage />;
}
