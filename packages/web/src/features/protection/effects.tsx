import { useT } from '../../lib/i18n/i18n.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './protection.module.css';

/** The parts of the app that a break and an exclusion stop. */
export function Stops() {
  const t = useT();
  return (
    <Effects
      title={t('protection.stops')}
      icon="close"
      lines={[
        t('protection.stopsMoney'),
        t('protection.stopsOffers'),
        t('protection.stopsBonus'),
        t('protection.stopsQr'),
      ]}
    />
  );
}

/** The parts of the app that work on a break and during an exclusion. */
export function GoesOn() {
  const t = useT();
  return (
    <Effects
      title={t('protection.goesOn')}
      icon="check"
      lines={[t('protection.goesOnMoney'), t('protection.goesOnRest')]}
    />
  );
}

function Effects({ title, icon, lines }: { title: string; icon: IconName; lines: readonly string[] }) {
  return (
    <div className={styles.effects}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Icon name={icon} size={18} />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
