/** A control on the page that can be pressed. */
export interface Control {
  /** Index in the list of the last look. */
  index: number;
  role: string;
  /** Its accessible name, in the language of the page, with `#` for every number. */
  name: string;
  kind: 'press' | 'text' | 'select' | 'file';
  /** Input of a field: its type, input mode, autocomplete and name. */
  field: string;
  /** Whether pressing it ends the session. */
  isLogOut: boolean;
}

/** The current page. */
export interface Look {
  origin: string;
  path: string;
  /** Path without ids, and the title of the topmost dialog. */
  screen: string;
  /** Whether no text is readable, neither on the page nor in a dialog. */
  isBlank: boolean;
  /** Whether the app's error boundary is shown. */
  isFault: boolean;
  /** Number of pixels by which a dialog or page is wider than the window. */
  excessPx: number;
  controls: Control[];
}

/** Heading of the app's error boundary, in its three languages. */
export const FAULT_TITLES = ['หน้านี้มีปัญหา', 'ໜ້ານີ້ມີບັນຫາ', 'This page ran into a problem'];

/**
 * Reads the page and lists its controls. Runs inside the page, so it may use nothing outside of itself. The
 * page keeps the elements for {@link aim}.
 */
export function look(faultTitles: readonly string[]): Look {
  const plain = (text: string | null | undefined, most = 40): string =>
    (text ?? '')
      .replace(/\d[\d.,:/]*/g, '#')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most);
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  const main = document.querySelector('main') ?? document.body;

  const nameOf = (element: Element): string => {
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => (id ? document.getElementById(id)?.textContent : ''))
      .join(' ');
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const texts = [
      element.getAttribute('aria-label'),
      labelledBy,
      ...labels.map((label) => label.textContent),
      element instanceof HTMLElement && !(element instanceof HTMLSelectElement) ? element.innerText : '',
      element.querySelector('img')?.alt,
      element.getAttribute('placeholder'),
      element.getAttribute('name'),
      element.querySelector('[data-icon]')?.getAttribute('data-icon'),
    ];
    return texts.map((text) => plain(text)).find((text) => text !== '') ?? '(no name)';
  };

  const typed = ['text', 'tel', 'email', 'url', 'search', 'number', 'password', 'date'];
  const kindOf = (element: Element): Control['kind'] => {
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLTextAreaElement) return 'text';
    if (!(element instanceof HTMLInputElement)) return 'press';
    if (element.type === 'file') return 'file';
    return typed.includes(element.type) && !element.readOnly ? 'text' : 'press';
  };
  const roleOf = (element: Element): string => {
    const given = element.getAttribute('role');
    if (given) return given;
    if (element instanceof HTMLInputElement) return element.type;
    return element instanceof HTMLAnchorElement ? 'link' : element.tagName.toLowerCase();
  };
  const fieldOf = (element: Element): string =>
    ['type', 'inputmode', 'autocomplete', 'name'].map((one) => element.getAttribute(one) ?? '').join(' ');

  /** Returns the element to tap: the control, or its label where the control itself is hidden. */
  const targetOf = (element: Element): Element | undefined => {
    const isSeen = (one: Element): boolean => {
      const { width, height } = one.getBoundingClientRect();
      return (
        width > 3 && height > 3 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    if (isSeen(element)) return element;
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    return label && isSeen(label) ? label : undefined;
  };

  const targets: Element[] = [];
  const controls: Control[] = [];
  const scope = top ?? document.body;
  for (const element of scope.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (element.matches(':disabled') || element.closest('[inert]')) continue;
    const target = targetOf(element);
    if (!target) continue;
    controls.push({
      index: targets.length,
      role: roleOf(element),
      name: nameOf(element),
      kind: kindOf(element),
      field: fieldOf(element),
      isLogOut: element.querySelector('[data-icon="logout"]') !== null,
    });
    targets.push(target);
  }
  (globalThis as unknown as { pressable: Element[] }).pressable = targets;

  const path = location.pathname.replace(/\/[\w-]*\d[\w-]{7,}/g, '/:id');
  const title =
    top?.getAttribute('aria-label') ??
    document.getElementById(top?.getAttribute('aria-labelledby') ?? '')?.textContent;
  const shown = [main, ...document.querySelectorAll('dialog[open]')].map(
    (one) => (one as HTMLElement).innerText,
  );
  return {
    origin: location.origin,
    path,
    screen: top ? `${path} › ${plain(title, 60)}` : path,
    isBlank: shown.every((text) => text.trim() === ''),
    isFault: [...document.querySelectorAll('h1')].some((one) => faultTitles.includes(one.textContent.trim())),
    excessPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    controls,
  };
}

/**
 * Scrolls a control of the last look into the window. Runs inside the page.
 * @returns a point of the window where a press meets the control; null when it is gone or covered
 */
export function aim(index: number): { x: number; y: number } | null {
  const target = (globalThis as unknown as { pressable?: Element[] }).pressable?.[index];
  if (!target?.isConnected) return null;
  const isInside = (x: number, y: number): boolean => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  const points = (): { x: number; y: number }[] => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return [0.5, 0.2, 0.8].map((part) => ({ x: left + width * part, y: top + height * part }));
  };
  const isHit = ({ x, y }: { x: number; y: number }): boolean => {
    const hit = isInside(x, y) ? document.elementFromPoint(x, y) : null;
    return hit !== null && (target.contains(hit) || hit.closest('label')?.contains(target) === true);
  };
  const found = points().find(isHit);
  if (found) return found;
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return points().find(isHit) ?? null;
}
