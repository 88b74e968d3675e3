import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { toast } from '../../ui/toast-store.ts';
import { pictureReference, type Slip } from './slip-rules.ts';

/**
 * Opens a slip's picture in a new tab without access to this page: by its link, or by the address for its
 * reference. Call it in the click handler itself: browsers block tabs opened later. Reports faults in a
 * toast.
 */
export async function openSlipPicture(slip: Slip): Promise<void> {
  if (isWebLink(slip.link)) {
    window.open(slip.link, '_blank', 'noopener');
    return;
  }
  const tab = window.open('', '_blank');
  if (!tab) {
    toast.error(t('slips.blocked'));
    return;
  }
  tab.opener = null;
  tab.document.title = t('slips.opening');
  tab.document.body.textContent = t('slips.opening');
  try {
    const { url } = await call('GET /api/statement/slip/reference/:reference', {
      params: { reference: pictureReference(slip) },
    });
    const address = new URL(url, settings.apiBaseUrl || window.location.origin).href;
    if (!isWebLink(address)) throw new Error('not an address of the web');
    tab.location.replace(address);
  } catch (error) {
    tab.close();
    toast.error(error);
  }
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
