import { useSearch } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/keys.ts';
import { LIST_KEYS } from '../../lib/list-focus.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FileList } from './file-list.tsx';
import { GiftList } from './gift-list.tsx';
import { INCOMING_TABS } from './incoming-tabs.ts';
import { RejectedList } from './rejected-list.tsx';
import { SlipList } from './slip-list.tsx';
import { SuspenseList } from './suspense-list.tsx';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

const LISTS = {
  suspense: SuspenseList,
  slips: SlipList,
  gifts: GiftList,
  rejected: RejectedList,
  files: FileList,
} as const;

/** Incoming money that waits for a person. */
export function IncomingPage() {
  const t = useT();
  const { tab = 'suspense' } = useSearch({ from: '/incoming' });
  useKeys(LIST_KEYS);
  const List = LISTS[tab];
  return (
    <Page title={t('incoming.title')} aside={<ViewMenu room="incoming" />}>
      <Tabs
        label={t('incoming.lists')}
        tabs={INCOMING_TABS.map((one) => ({
          id: one,
          label: t(`incoming.${one}`),
          to: '/incoming',
          search: { tab: one === 'suspense' ? undefined : one },
          isCurrent: one === tab,
        }))}
      />
      <List />
    </Page>
  );
}
