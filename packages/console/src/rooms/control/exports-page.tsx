import type { StaffItem } from '@krapao/contract/staff/client-types';
import { DOWNLOADS_MAX } from '@krapao/contract/staff/exports';
import { codeText, useT, type Translate } from '../../lib/i18n.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { shownValue } from '../../lib/shown-value.ts';
import { formatExact } from '../../lib/time.ts';
import { Changed } from '../../ui/changed.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './exports-page.module.css';

type Export = StaffItem<'GET /staff/api/exports'>;

const NO_INPUT = {};
const TONES: Readonly<Record<Export['state'], Tone>> = {
  waiting: 'warn',
  ready: 'good',
  used: 'plain',
  refused: 'bad',
  expired: 'plain',
};
const signOf = ({ id, state, downloads }: Export): string => `${id} ${state} ${downloads}`;

/** Lists that staff have exported: who, what, when, how many rows. Makers download their own files here. */
export function ExportsPage() {
  const t = useT();
  const pages = usePages('GET /staff/api/exports', NO_INPUT);
  const hasChanged = useHasChanged('GET /staff/api/exports', NO_INPUT, { items: pages.data, signOf });
  return (
    <Page title={t('exports.title')}>
      <Panel>
        <Changed isShown={hasChanged} again={pages.again} />
        <Loaded read={pages}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={t('exports.none')} hint={t('exports.noneHint')} />
            ) : (
              <>
                <DataTable
                  label={t('exports.title')}
                  columns={columnsOf(t)}
                  items={items}
                  idOf={({ id }) => id}
                />
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

const columnsOf = (t: Translate): readonly Column<Export>[] => [
  { id: 'what', title: t('exports.what'), isLead: true, renderCell: (one) => <What one={one} /> },
  { id: 'when', title: t('exports.when'), renderCell: (one) => <When at={one.createdAt} /> },
  { id: 'who', title: t('exports.who'), renderCell: (one) => one.maker.name },
  {
    id: 'rows',
    title: t('exports.rows'),
    isNumber: true,
    renderCell: (one) => one.rows.toLocaleString('en'),
  },
  { id: 'reason', title: t('exports.reason'), renderCell: (one) => one.reason },
  { id: 'state', title: t('exports.state'), renderCell: (one) => <State one={one} /> },
];

/** The list and its filter. */
function What({ one }: { one: Export }) {
  const t = useT();
  const filter = Object.entries(one.filter);
  return (
    <>
      <Row>
        <strong>{t(`exports.${one.kind}`)}</strong>
        {one.isMasked && <Chip>{t('exports.masked')}</Chip>}
      </Row>
      <p className={styles['small']}>
        {filter.length === 0
          ? one.kind === 'members' && t('exports.all')
          : filter
              .map(([name, value]) => `${codeText('fields', `filter.${name}`)}: ${filterText(name, value)}`)
              .join(' · ')}
      </p>
    </>
  );
}

function State({ one }: { one: Export }) {
  const t = useT();
  const isOpen = one.state === 'ready' || one.state === 'waiting';
  return (
    <div className={styles['state']}>
      <Chip tone={TONES[one.state]}>{t(`exports.state_${one.state}`)}</Chip>
      {isOpen && (
        <p className={styles['small']}>
          {t('exports.until')} <When at={one.expiresAt} isInline />
        </p>
      )}
      {one.downloads > 0 && (
        <p className={styles['small']}>
          {t('exports.downloads', { count: one.downloads, most: DOWNLOADS_MAX })}
        </p>
      )}
      {one.mayDownload && (
        <DownloadLink
          href={`/staff/api/exports/${one.id}/file`}
          label={t('exports.download')}
          name={`${t(`exports.${one.kind}`)} ${formatExact(one.createdAt)}`}
        />
      )}
    </div>
  );
}

/** Returns a filter's value: a time as a person reads it, a state by its word. */
function filterText(name: string, value: string): string {
  if (name === 'from' || name === 'until') return formatExact(value);
  return name === 'state' ? shownValue(name, value) : value;
}
