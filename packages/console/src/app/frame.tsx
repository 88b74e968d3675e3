import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { opensPalette } from '../lib/keys.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './frame.module.css';
import { KeyHelp } from './key-help.tsx';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';
import { Palette } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';

/** The signed-in console: menu, person, and the room. */
export function Frame() {
  const t = useT();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  usePaletteKey(() => setPaletteOpen((open) => !open));
  const search = () => setPaletteOpen(true);
  return (
    <div className={styles['frame']}>
      <a href="#main" className={styles['skip']}>
        {t('frame.skip')}
      </a>
      <aside className={styles['rail']}>
        <Logo />
        <button type="button" className={styles['find']} onClick={search}>
          {t('frame.search')}
          <kbd>Ctrl K</kbd>
        </button>
        <Menu />
        <div className={styles['foot']}>
          <PersonMenu />
        </div>
      </aside>
      <PhoneBar search={search} />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
      <KeyHelp />
    </div>
  );
}

function PhoneBar({ search }: { search: () => void }) {
  const t = useT();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [openAt, setOpenAt] = useState<string>();
  // A change of the page closes the menu.
  const isOpen = openAt === path;
  return (
    <header className={styles['bar']}>
      <IconButton icon="menu" label={t('frame.menu')} onPress={() => setOpenAt(path)} />
      <Logo />
      <IconButton icon="search" label={t('frame.search')} onPress={search} />
      <PersonMenu isSmall />
      {isOpen && (
        <Dialog title={t('frame.menu')} isOpen onClose={() => setOpenAt(undefined)}>
          <Menu onPaper onChosen={() => setOpenAt(undefined)} />
        </Dialog>
      )}
    </header>
  );
}

function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
