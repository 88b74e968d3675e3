import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useT } from '../lib/i18n.ts';
import { usePages } from '../lib/reads.ts';
import { useMay, useStaff } from '../lib/session.ts';
import { useSettled } from '../lib/use-settled.ts';
import styles from './palette.module.css';
import { roomsOf } from './rooms.ts';

interface Entry {
  id: string;
  title: string;
  detail: string;
  go: () => void;
}

/** Shorter texts find too many members. */
const SHORTEST_QUERY = 3;

/** Finds pages and members by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const entries = useEntries(typed.trim());
  const choose = (id: string) => {
    entries.find((entry) => entry.id === id)?.go();
    onClose();
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles['veil'] ?? ''}>
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog aria-label={t('frame.search')} className={styles['dialog'] ?? ''}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField autoFocus aria-label={t('palette.label')} className={styles['field'] ?? ''}>
              <Input placeholder={t('palette.label')} className={styles['input'] ?? ''} />
            </SearchField>
            <Menu
              aria-label={t('palette.found')}
              items={entries}
              onAction={(id) => choose(String(id))}
              renderEmptyState={() => <p className={styles['none']}>{t('palette.none')}</p>}
              className={styles['menu'] ?? ''}
            >
              {(entry) => (
                <MenuItem id={entry.id} textValue={entry.title} className={styles['item'] ?? ''}>
                  <span>{entry.title}</span>
                  <span className={styles['detail']}>{entry.detail}</span>
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useEntries(typed: string): Entry[] {
  const t = useT();
  const navigate = useNavigate();
  const { permissions } = useStaff();
  const members = useFound(useSettled(typed));
  const wanted = typed.toLowerCase();
  const pages = roomsOf(permissions)
    .map(({ path, label }) => ({
      id: path,
      title: t(label),
      detail: t('palette.page'),
      go: () => void navigate({ to: path }),
    }))
    .filter(({ title }) => title.toLowerCase().includes(wanted));
  const people = members.map(({ id, name, phone, stop }) => ({
    id: `member ${id}`,
    title: name || id,
    detail: stop ? `${phone} · ${t(`protection.${stop}`)}` : phone,
    go: () => void navigate({ to: '/members/$id', params: { id } }),
  }));
  return [...pages, ...people];
}

function useFound(query: string) {
  const may = useMay();
  const isEnabled = query.length >= SHORTEST_QUERY && may('GET /staff/api/members');
  const { data } = usePages('GET /staff/api/members', { query: { query } }, { isEnabled });
  return isEnabled ? (data ?? []) : [];
}
