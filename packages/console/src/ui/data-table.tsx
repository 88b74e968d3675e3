// On a phone rows are laid out as cards, and browsers then forget the roles of a table.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export interface Column<T> {
  id: string;
  title: string;
  renderCell: (item: T) => ReactNode;
  /** Set to the right, as figures are. */
  isNumber?: boolean;
  /** The first line of the card on a phone, without its title. */
  isLead?: boolean;
}

export interface Selection<T> {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  toggleAll: () => void;
  nameOf: (item: T) => string;
}

interface DataTableProps<T> {
  /** Name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  idOf: (item: T) => string;
  selection?: Selection<T> | undefined;
  /** The row that is open beside the table. */
  currentId?: string | undefined;
}

/** A dense table; on a phone each row is a card. */
export function DataTable<T>({ label, columns, items, idOf, selection, currentId }: DataTableProps<T>) {
  const t = useT();
  return (
    <table className={styles['table']} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th scope="col" role="columnheader" className={styles['tick']}>
              <input
                type="checkbox"
                aria-label={t('common.selectAll')}
                checked={items.length > 0 && items.every((item) => selection.selected.has(idOf(item)))}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map(({ id, title, isNumber }) => (
            <th key={id} scope="col" role="columnheader" className={classNames(isNumber && styles['number'])}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <Row
            key={idOf(item)}
            item={item}
            id={idOf(item)}
            columns={columns}
            selection={selection}
            isCurrent={idOf(item) === currentId}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<T> {
  item: T;
  id: string;
  columns: readonly Column<T>[];
  selection: Selection<T> | undefined;
  isCurrent: boolean;
}

function Row<T>({ item, id, columns, selection, isCurrent }: RowProps<T>) {
  const t = useT();
  return (
    <tr role="row" data-row={id} className={classNames(styles['row'], isCurrent && styles['current'])}>
      {selection && (
        <td role="cell" className={styles['tick']}>
          <input
            type="checkbox"
            aria-label={t('common.select', { name: selection.nameOf(item) })}
            checked={selection.selected.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-title={column.title}
          className={classNames(column.isNumber && styles['number'], column.isLead && styles['lead'])}
        >
          {column.renderCell(item)}
        </td>
      ))}
    </tr>
  );
}
