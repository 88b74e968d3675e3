import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useKeys, type KeyBinding } from '../../lib/keys.ts';
import { focusedRowId, LIST_KEYS } from '../../lib/list-focus.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useStaff } from '../../lib/session.ts';
import { Changed } from '../../ui/changed.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ApprovalRow } from './approval-row.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { APPROVAL_VIEWS, type ApprovalView } from './control-search.ts';
import type { Approval, OpenDecision } from './approval.ts';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

const signOf = ({ id, state }: Approval): string => `${id} ${state}`;

/** Proposals that wait for a second person, and those that were decided. */
export function ApprovalsPage() {
  const t = useT();
  const { state: view = 'open' } = useSearch({ from: '/approvals' });
  return (
    <Page title={t('approvals.title')} aside={<ViewMenu room="approvals" />}>
      <Tabs
        label={t('approvals.views')}
        tabs={APPROVAL_VIEWS.map((one) => ({
          id: one,
          label: t(`approvals.view_${one}`),
          to: '/approvals',
          search: { state: one === 'open' ? undefined : one },
          isCurrent: one === view,
        }))}
      />
      <View key={view} view={view} />
    </Page>
  );
}

function View({ view }: { view: ApprovalView }) {
  const t = useT();
  const input = useMemo(() => ({ query: { state: view } }), [view]);
  const pages = usePages('GET /staff/api/approvals', input);
  const hasChanged = useHasChanged('GET /staff/api/approvals', input, { items: pages.data, signOf });
  const [open, setOpen] = useState<OpenDecision>();
  const { id: ownId } = useStaff();
  useRoomKeys((decision) => {
    const approval = pages.data?.find(({ id }) => id === focusedRowId());
    if (approval?.state === 'open' && approval.maker.id !== ownId) setOpen({ approval, decision });
  });
  return (
    <Panel>
      <Changed isShown={hasChanged} again={pages.again} />
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            // A page of proposals may hold none that is this person's, with more behind it.
            <>
              <Empty title={t(`approvals.none_${view}`)} />
              {pages.hasMore && <More pages={pages} />}
            </>
          ) : (
            <>
              <ul>
                {items.map((approval) => (
                  <ApprovalRow
                    key={approval.id}
                    approval={approval}
                    isOwn={approval.maker.id === ownId}
                    decide={setOpen}
                  />
                ))}
              </ul>
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {open && <ApprovalDialog {...open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

/** The keys a and r decide the row that has the focus. */
function useRoomKeys(decideFocused: (decision: OpenDecision['decision']) => void): void {
  const latest = useRef(decideFocused);
  useEffect(() => {
    latest.current = decideFocused;
  });
  const keys = useMemo<KeyBinding[]>(
    () => [
      ...LIST_KEYS,
      { key: 'a', label: 'keys.approve', run: () => latest.current('approve') },
      { key: 'r', label: 'keys.refuse', run: () => latest.current('refuse') },
    ],
    [],
  );
  useKeys(keys);
}
