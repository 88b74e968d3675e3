import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { useKeys, type KeyBinding } from '../../lib/keys.ts';
import { LIST_KEYS } from '../../lib/list-focus.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { Changed } from '../../ui/changed.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResults } from './bulk-results.tsx';
import { PayoutList } from './payout-list.tsx';
import { PayoutPanel } from './payout-panel.tsx';
import styles from './payouts-page.module.css';
import { PAYOUT_VIEWS, type PayoutsSearch, type PayoutView } from './payouts-search.ts';
import type { Payout, BulkDone } from './payout.ts';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

/** The fields of a payout that others may change while it is shown. */
const signOf = ({ id, state, lease, approval }: Payout): string =>
  `${id} ${state} ${lease?.id ?? ''} ${approval?.id ?? ''}`;

/** Payouts that wait for a person: a list, and one of them open beside it. */
export function PayoutsPage() {
  const t = useT();
  const { state: view = 'review', open } = useSearch({ from: '/payouts' });
  return (
    <Page
      title={t('payouts.title')}
      aside={
        <Row>
          <ExportButton
            call="POST /staff/api/exports/payouts"
            title="exports.payoutsTitle"
            send={(asked) => call('POST /staff/api/exports/payouts', { body: { ...asked, state: view } })}
          >
            <p>
              <strong>{t(`payouts.view_${view}`)}</strong>
            </p>
          </ExportButton>
          <ViewMenu room="payouts" />
        </Row>
      }
    >
      <Tabs
        label={t('payouts.views')}
        tabs={PAYOUT_VIEWS.map((one) => ({
          id: one,
          label: t(`payouts.view_${one}`),
          to: '/payouts',
          search: { state: one === 'review' ? undefined : one },
          isCurrent: one === view,
        }))}
      />
      <View key={view} view={view} open={open} />
    </Page>
  );
}

function View({ view, open }: { view: PayoutView; open: string | undefined }) {
  const t = useT();
  const may = useMay();
  const input = useMemo(() => ({ query: { state: view } }), [view]);
  const pages = usePages('GET /staff/api/payouts', input);
  const hasChanged = useHasChanged('GET /staff/api/payouts', input, { items: pages.data, signOf });
  const { show, next } = useOpenPayout(view, open, pages.data);
  const selection = useSelection(pages.data);
  const [bulk, setBulk] = useState<BulkDone>();
  useRoomKeys(show, next);
  const isBulk = view !== 'decided' && may('POST /staff/api/payouts/decisions');
  return (
    <div className={classNames(styles['room'], open !== undefined && styles['split'])}>
      <div className={styles['list']}>
        <Panel>
          <Changed isShown={hasChanged} again={pages.again} />
          {isBulk && selection.items.length > 0 && (
            <BulkBar items={selection.items} clear={selection.clear} onResults={setBulk} />
          )}
          <Loaded read={pages}>
            {(items) =>
              items.length === 0 ? (
                <Empty title={t(`payouts.none_${view}`)} />
              ) : (
                <>
                  <PayoutList
                    view={view}
                    items={items}
                    openId={open}
                    selection={isBulk ? selection : undefined}
                  />
                  <More pages={pages} />
                </>
              )
            }
          </Loaded>
        </Panel>
      </div>
      {open !== undefined && <PayoutPanel key={open} id={open} close={() => show(undefined)} next={next} />}
      {bulk && (
        <BulkResults
          {...bulk}
          onClose={() => {
            setBulk(undefined);
            selection.clear();
          }}
        />
      )}
    </div>
  );
}

function useOpenPayout(view: PayoutView, open: string | undefined, items: readonly Payout[] | undefined) {
  const navigate = useNavigate();
  const show = useCallback(
    (id: string | undefined) => {
      const search: PayoutsSearch = { state: view === 'review' ? undefined : view, open: id };
      void navigate({ to: '/payouts', search });
    },
    [navigate, view],
  );
  const next = useCallback(() => {
    const ids = (items ?? []).map(({ id }) => id);
    show(ids[ids.indexOf(open ?? '') + 1]);
  }, [items, open, show]);
  return { show, next };
}

function useRoomKeys(show: (id: string | undefined) => void, next: () => void): void {
  const keys = useMemo<KeyBinding[]>(
    () => [
      ...LIST_KEYS,
      { key: 'n', label: 'keys.next', run: next },
      { key: 'Escape', label: 'keys.close', run: () => show(undefined) },
    ],
    [show, next],
  );
  useKeys(keys);
}

function useSelection(items: readonly Payout[] | undefined) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = items ?? [];
  const toggle = (id: string) => {
    const left = new Set(selected);
    if (!left.delete(id)) left.add(id);
    setSelected(left);
  };
  const toggleAll = () =>
    setSelected(shown.every(({ id }) => selected.has(id)) ? new Set() : new Set(shown.map(({ id }) => id)));
  return {
    selected,
    toggle,
    toggleAll,
    /** Selected rows that are still in the list. */
    items: shown.filter(({ id }) => selected.has(id)),
    clear: () => setSelected(new Set()),
    nameOf: (item: Payout) => item.member.name,
  };
}
