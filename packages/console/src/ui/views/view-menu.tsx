import type { VIEW_ROOMS } from '@krapao/contract/staff/views';
import { useNavigate, useRouterState, type NavigateOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { readSearch } from '../../lib/search.ts';
import { useT } from '../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { KeepDialog } from './keep-dialog.tsx';
import { useViews, type View } from './use-views.ts';
import styles from './view-menu.module.css';

/** The panel beside a list is no part of a view. */
const PASSING = ['open'];

/** The kept views of a room: chosen, kept and forgotten here. */
export function ViewMenu({ room }: { room: (typeof VIEW_ROOMS)[number] }) {
  const t = useT();
  const navigate = useNavigate();
  const views = useViews().filter((view) => view.room === room);
  const filters = useFilters();
  const [isKeeping, setKeeping] = useState(false);
  const [forgotten, setForgotten] = useState<View>();
  const isCurrent = (view: View) => view.filters === filters;
  const choose = (view: View) =>
    void navigate({ to: `/${room}`, search: readSearch(view.filters) } as NavigateOptions);
  const own = views.filter(({ isOwn }) => isOwn);
  const current = own.find(isCurrent);
  return (
    <>
      <MenuTrigger>
        <Button kind="quiet" icon="views">
          {t('views.title')}
        </Button>
        <Popover className={styles['popover'] ?? ''} placement="bottom end">
          <Menu className={styles['menu'] ?? ''} aria-label={t('views.title')}>
            <Views title={t('views.own')} views={own} isCurrent={isCurrent} choose={choose} />
            <Views
              title={t('views.shared')}
              views={views.filter(({ isOwn }) => !isOwn)}
              isCurrent={isCurrent}
              choose={choose}
            />
            {views.length > 0 && <Separator className={styles['line'] ?? ''} />}
            <MenuItem className={styles['item'] ?? ''} onAction={() => setKeeping(true)}>
              {t('views.keep')}
            </MenuItem>
            {current && (
              <MenuItem className={styles['item'] ?? ''} onAction={() => setForgotten(current)}>
                {t('views.forget', { name: current.name })}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isKeeping && <KeepDialog room={room} filters={filters} onClose={() => setKeeping(false)} />}
      {forgotten && <ForgetDialog view={forgotten} onClose={() => setForgotten(undefined)} />}
    </>
  );
}

interface ViewsProps {
  title: string;
  views: readonly View[];
  isCurrent: (view: View) => boolean;
  choose: (view: View) => void;
}

function Views({ title, views, isCurrent, choose }: ViewsProps) {
  if (views.length === 0) return null;
  return (
    <MenuSection
      selectionMode="single"
      selectedKeys={views.filter(isCurrent).map(({ id }) => id)}
      onSelectionChange={() => undefined}
    >
      <Header className={styles['title'] ?? ''}>{title}</Header>
      {views.map((view) => (
        <MenuItem
          key={view.id}
          id={view.id}
          textValue={view.name}
          className={styles['item'] ?? ''}
          onAction={() => choose(view)}
        >
          <span>{view.name}</span>
          {!view.isOwn && <span className={styles['owner']}>{view.owner.name}</span>}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** The filters in the address, in one order. */
function useFilters(): string {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const given = Object.entries(readSearch(search)).filter(([name]) => !PASSING.includes(name));
  return new URLSearchParams(given.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
}
