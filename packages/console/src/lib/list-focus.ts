import type { KeyBinding } from './keys.ts';

/** Attribute of the control with which a row of a list is opened. */
export const ROW_CONTROL = 'data-row-control';

/** Moves the focus to the next or the previous row of the list on screen. */
function moveFocus(step: 1 | -1): void {
  const rows = Array.from(document.querySelectorAll<HTMLElement>(`main [${ROW_CONTROL}]`));
  const at = rows.findIndex((row) => row === document.activeElement || holdsFocus(row));
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

/** Whether the focus is elsewhere in the row. */
function holdsFocus(control: HTMLElement): boolean {
  return control.closest('[data-row]')?.contains(document.activeElement) ?? false;
}

/** Returns the id of the row that has the focus, as its `data-row` attribute names it. */
export function focusedRowId(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  return row?.dataset['row'] || undefined;
}

/** The keys that go through a list. */
export const LIST_KEYS: readonly KeyBinding[] = [
  { key: 'j', label: 'keys.down', run: () => moveFocus(1) },
  { key: 'k', label: 'keys.up', run: () => moveFocus(-1) },
];
