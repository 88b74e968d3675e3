/** Small helpers for building and updating a page. Text is always set as text, never as markup. */

/** Builds an element: properties by name, `class`, `data-*` and `aria-*` as attributes, then its children. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class' || name.includes('-')) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** Sets an element's text only when it differs, so that selection and reading position stay. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Keeps a container's children in step with a list. An item that stays keeps its element, with its focus,
 * selection and typed text.
 * @param make builds an item's element and returns `{ node, update }`; update is called with every new
 *   version.
 */
export function keepList(container, items, keyOf, make) {
  const kept = (container.kept ??= new Map());
  const firstTime = !container.filled;
  container.filled = true;
  const keys = new Set(items.map(keyOf));
  for (const [key, { node }] of kept) {
    if (keys.has(key)) continue;
    node.remove();
    kept.delete(key);
  }
  let place = container.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let entry = kept.get(key);
    if (!entry) {
      entry = make(item);
      if (!firstTime) entry.node.classList.add('fresh');
      kept.set(key, entry);
    }
    entry.update(item);
    if (entry.node === place) place = place.nextElementSibling;
    else container.insertBefore(entry.node, place);
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Bangkok' });

/** Time of day in Bangkok, where the operator is. */
export const timeOf = (isoText) => clock.format(new Date(isoText));

const decimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const SIGNS = { BAHT: '฿', LAK: '₭' };

export const money = (amount, currency) =>
  `${amount < 0 ? '−' : ''}${SIGNS[currency]}${decimal.format(Math.abs(amount))}`;

export const baht = (amount) => money(amount, 'BAHT');

let toastTimer = 0;

/** Shows a message at the foot of the page for a few seconds. */
export function say(text, bad = false) {
  const toast = document.querySelector('#toast');
  toast.textContent = text;
  toast.classList.toggle('bad', bad);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, 4000);
}

/** Copies text. Browsers block the clipboard on pages served over plain HTTP from another machine. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${text}`);
  } catch {
    say(`This browser does not let the page copy. Copy it yourself: ${text}`, true);
  }
}
