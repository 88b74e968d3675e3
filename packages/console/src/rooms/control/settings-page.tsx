import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { codeText, useT, type Translate } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Field } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import styles from './settings-page.module.css';

type Setting = StaffReply<'GET /staff/api/settings'>['items'][number];

const NO_INPUT = {};

/** Every setting of the server with its value in force. It shows no secret and changes nothing. */
export function SettingsPage() {
  const t = useT();
  const read = useRead('GET /staff/api/settings', NO_INPUT);
  const [asked, setAsked] = useState('');
  const columns = columnsOf(t);
  return (
    <Page title={t('settings.title')}>
      <p className={styles['lead']}>{t('settings.lead')}</p>
      <div role="search" className={styles['search']}>
        <Field
          label={t('settings.find')}
          hint={t('settings.findHint')}
          value={asked}
          onChange={setAsked}
          inputMode="search"
          maxLength={60}
        />
      </div>
      <Loaded read={read}>
        {({ items }) => {
          const sections = sectionsOf(items, asked);
          return sections.length === 0 ? (
            <Empty title={t('settings.none')} />
          ) : (
            sections.map(([section, found]) => (
              <Panel key={section} title={codeText('settingSections', section)}>
                <DataTable
                  label={codeText('settingSections', section)}
                  columns={columns}
                  items={found}
                  idOf={({ name }) => name}
                />
              </Panel>
            ))
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Groups the settings whose name has a text in it by their section, in the order of the server. */
function sectionsOf(items: readonly Setting[], asked: string): [section: string, items: Setting[]][] {
  const part = asked.trim().toUpperCase().replaceAll(' ', '_');
  const sections = new Map<string, Setting[]>();
  for (const one of items) {
    if (!one.name.includes(part)) continue;
    sections.set(one.section, [...(sections.get(one.section) ?? []), one]);
  }
  return [...sections];
}

const columnsOf = (t: Translate): readonly Column<Setting>[] => [
  {
    id: 'name',
    title: t('settings.name'),
    isLead: true,
    renderCell: (one) => <code className={styles['name']}>{one.name}</code>,
  },
  { id: 'value', title: t('settings.value'), renderCell: (one) => <Value one={one} /> },
  {
    id: 'source',
    title: t('settings.source'),
    renderCell: ({ source }) => (
      <Chip tone={source === 'environment' ? 'brand' : 'plain'}>{t(`settings.${source}`)}</Chip>
    ),
  },
  {
    id: 'about',
    title: t('settings.about'),
    // Described where it is declared, in English alone.
    renderCell: ({ about }) => (
      <span lang="en" className={styles['about']}>
        {about}
      </span>
    ),
  },
];

function Value({ one }: { one: Setting }) {
  const t = useT();
  if (one.value !== null) return <code className={styles['value']}>{one.value}</code>;
  return <span className={styles['none']}>{t(one.isSet ? 'settings.isSet' : 'settings.notSet')}</span>;
}
