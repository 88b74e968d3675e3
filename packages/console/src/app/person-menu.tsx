import { useNavigate } from '@tanstack/react-router';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { codeOf } from '../lib/api-error.ts';
import { changeLocale, codeText, useLocale, useT } from '../lib/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES, type Locale } from '../lib/locale.ts';
import { signOut, useStaff } from '../lib/session.ts';
import { changeTheme, THEMES, useTheme, type Theme } from '../lib/theme.ts';
import { Icon } from '../ui/icon.tsx';
import { tell } from '../ui/toasts.tsx';
import styles from './person-menu.module.css';

/** Who is signed in: language, look, second factor, signing out. */
export function PersonMenu({ isSmall = false }: { isSmall?: boolean }) {
  const t = useT();
  const { name, roles } = useStaff();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      tell(codeText('errors', codeOf(error)), 'bad');
    }
  };
  return (
    <MenuTrigger>
      <Button
        className={styles['person'] ?? ''}
        aria-label={isSmall ? t('frame.person', { name }) : undefined}
      >
        <Icon name="person" />
        {!isSmall && (
          <span className={styles['who']}>
            <span>{name}</span>
            <span className={styles['roles']}>{roles.map((role) => codeText('roles', role)).join(', ')}</span>
          </span>
        )}
      </Button>
      <Popover className={styles['popover'] ?? ''} placement="top start">
        <Menu className={styles['menu'] ?? ''} aria-label={t('frame.person', { name })}>
          <Languages />
          <Themes />
          <Separator className={styles['line'] ?? ''} />
          <MenuItem className={styles['item'] ?? ''} onAction={() => void navigate({ to: '/factor' })}>
            {t('frame.factor')}
          </MenuItem>
          <MenuItem className={styles['item'] ?? ''} onAction={() => void leave()}>
            {t('frame.signOut')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Languages() {
  const t = useT();
  const locale = useLocale();
  return (
    <MenuSection
      className={styles['section'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[locale]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys;
        if (chosen !== undefined) void changeLocale(chosen as Locale);
      }}
    >
      <Header>{t('frame.language')}</Header>
      {LOCALES.map((one) => (
        <MenuItem key={one} id={one} className={styles['item'] ?? ''} textValue={LANGUAGE_NAME[one]}>
          <span lang={LANGUAGE_TAG[one]}>{LANGUAGE_NAME[one]}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function Themes() {
  const t = useT();
  const theme = useTheme();
  return (
    <MenuSection
      className={styles['section'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys;
        if (chosen !== undefined) changeTheme(chosen as Theme);
      }}
    >
      <Header>{t('frame.theme')}</Header>
      {THEMES.map((one) => (
        <MenuItem key={one} id={one} className={styles['item'] ?? ''}>
          {t(`frame.theme_${one}`)}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
