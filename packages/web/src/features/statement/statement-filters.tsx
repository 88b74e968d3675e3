import { SEARCH_MAX } from '@krapao/contract/limits';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { downloadCsv } from './download-csv.ts';
import {
  countHidden,
  isFiltered,
  isoDay,
  SPANS,
  STATUSES,
  TYPES,
  type StatementFilter,
} from './filter-query.ts';
import styles from './statement-filters.module.css';
import { PROGRESS_TEXT, progressOf, TYPE_TEXT } from './statement-rules.ts';

/** Delay after the last key before the search starts. */
const TYPING_MS = 350;

interface FiltersProps {
  filter: StatementFilter;
  /** `replace`: the address changes without a new history entry. */
  onFilter: (filter: StatementFilter, options?: { replace: boolean }) => void;
  /** Number of results; undefined until known. */
  found: number | undefined;
}

/** Filters of the statement: text and kind, and behind a button status and days. */
export function StatementFilters(props: FiltersProps) {
  const { filter, onFilter, found } = props;
  const t = useT();
  const panelId = useId();
  const hidden = countHidden(filter);
  const [isOpen, setOpen] = useState(hidden > 0);
  return (
    <section className={styles.filters} aria-label={t('statement.filters')}>
      <div className={styles.top}>
        <Search {...props} />
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          {t('statement.more')}
          {hidden > 0 && <span className={styles.count}>{hidden}</span>}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
        </button>
      </div>
      <TypeChips {...props} />
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        {isOpen && <Panel {...props} />}
      </div>
      <div className={styles.foot}>
        <p role="status">
          {found !== undefined &&
            t(isFiltered(filter) ? 'statement.found' : 'statement.count', { count: found })}
        </p>
        {isFiltered(filter) && (
          <Button variant="ghost" size="small" icon="close" onClick={() => onFilter({})}>
            {t('statement.clear')}
          </Button>
        )}
        <Button variant="ghost" size="small" icon="save" onClick={() => save(filter)}>
          {t('statement.csv')}
        </Button>
      </div>
    </section>
  );
}

async function save(filter: StatementFilter): Promise<void> {
  try {
    await downloadCsv(filter);
  } catch (fault) {
    toast.error(fault);
  }
}

function Search({ filter, onFilter }: FiltersProps) {
  const t = useT();
  const known = filter.search ?? '';
  const [text, setText] = useState(known);
  const [seen, setSeen] = useState(known);
  // The address changed for another reason than typing: it was cleared, or the player went back.
  if (known !== seen) {
    setSeen(known);
    if (known === '' || !text.trim().startsWith(known)) setText(known);
  }
  const search = useEffectEvent((typed: string) => {
    const { search: _, ...rest } = filter;
    onFilter(typed === '' ? rest : { ...rest, search: typed }, { replace: true });
  });
  const typed = text.trim();
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => search(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <Field label={t('statement.search')} hideLabel>
      {(control) => (
        <div className={classNames(fieldStyles.box, styles.search)}>
          <Icon name="search" size={20} />
          <input
            {...control}
            className={fieldStyles.input}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
            placeholder={t('statement.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

function TypeChips({ filter, onFilter }: FiltersProps) {
  const t = useT();
  const { statementType, ...rest } = filter;
  return (
    <div className={styles.types} role="group" aria-label={t('statement.type')}>
      <button
        type="button"
        className={styles.chip}
        aria-pressed={statementType === undefined}
        onClick={() => onFilter(rest)}
      >
        {t('statement.all')}
      </button>
      {TYPES.map((type) => (
        <button
          key={type}
          type="button"
          className={styles.chip}
          aria-pressed={statementType === type}
          onClick={() => onFilter(statementType === type ? rest : { ...rest, statementType: type })}
        >
          {t(TYPE_TEXT[type])}
        </button>
      ))}
    </div>
  );
}

function Panel({ filter, onFilter }: FiltersProps) {
  const t = useT();
  const { status, since, until, ...rest } = filter;
  const days = { ...(since && { since }), ...(until && { until }) };
  const today = isoDay(serverNow());
  return (
    <>
      <Select
        label={t('statement.state')}
        value={status ?? ''}
        placeholder={t('statement.all')}
        onChange={(value) => {
          const chosen = STATUSES.find((known) => known === value);
          onFilter({ ...rest, ...days, ...(chosen && { status: chosen }) });
        }}
        options={STATUSES.map((value) => ({ value, label: t(PROGRESS_TEXT[progressOf(value)]) }))}
      />
      <div className={styles.spans} role="group" aria-label={t('statement.days')}>
        {SPANS.map(({ key, days: count }) => {
          const first = isoDay(serverNow(), count - 1);
          const isChosen = since === first && until === today;
          return (
            <button
              key={key}
              type="button"
              className={styles.chip}
              aria-pressed={isChosen}
              onClick={() =>
                onFilter({
                  ...rest,
                  ...(status && { status }),
                  ...(!isChosen && { since: first, until: today }),
                })
              }
            >
              {t(key)}
            </button>
          );
        })}
      </div>
      <div className={styles.dates}>
        <DayField
          label={t('statement.since')}
          value={since}
          max={until ?? today}
          onChange={(day) => onFilter({ ...filter, since: day })}
        />
        <DayField
          label={t('statement.untilDay')}
          value={until}
          min={since}
          max={today}
          onChange={(day) => onFilter({ ...filter, until: day })}
        />
      </div>
    </>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max: string;
  onChange: (day: string | undefined) => void;
}

/** Date field with the phone's own calendar. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className={fieldStyles.box}>
          <input
            {...control}
            className={classNames(fieldStyles.input, styles.day)}
            type="date"
            value={value ?? ''}
            min={min}
            max={max}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
