/**
 * Returns the problems of the current page, one line each. Runs inside the page, so it may use nothing
 * outside of itself. It checks the topmost dialog, or the page where none is open.
 */
export function inspect(languageTag: string): string[] {
  const SLACK_PX = 1.5;
  const problems = new Set<string>();
  const scope: Element = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

  const words = (text: string): string => {
    const tidy = text.replace(/\s+/g, ' ').trim();
    return tidy.length > 40 ? `${tidy.slice(0, 40)}…` : tidy;
  };
  const nameOfElement = (element: Element): string =>
    `<${element.tagName.toLowerCase()}> "${words(element.getAttribute('aria-label') ?? element.textContent ?? '')}"`;
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    element.closest('.visually-hidden, .skip-link, [aria-hidden="true"]') === null;
  const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  const checkWidth = (): void => {
    const boxes = scope === document.body ? [document.documentElement] : [document.documentElement, scope];
    for (const box of boxes) {
      const excess = box.scrollWidth - box.clientWidth;
      if (excess > 0) problems.add(`${box.tagName.toLowerCase()} is ${excess} px wider than its place`);
    }
  };

  /** An amount is read whole: half of one is another amount. */
  const checkAmounts = (): void => {
    for (const input of scope.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')) {
      const excess = input.scrollWidth - input.clientWidth;
      if (isSeen(input) && excess > SLACK_PX)
        problems.add(`the amount "${input.value}" is cut by ${excess} px`);
    }
  };

  /** A placeholder shows how to write a value, so it is read whole, unless it shows "…". */
  const checkPlaceholders = (): void => {
    const pen = document.createElement('canvas').getContext('2d');
    for (const input of scope.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const isShortened = getComputedStyle(input).textOverflow === 'ellipsis';
      if (!pen || !isSeen(input) || input.value !== '' || isShortened) continue;
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(input, '::placeholder');
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const excess = Math.ceil(pen.measureText(input.placeholder).width - room);
      if (excess > 0) problems.add(`the placeholder "${words(input.placeholder)}" is cut by ${excess} px`);
    }
  };

  /** Follows a piece of text outwards: no box on the way may cut it, unless it scrolls or shows "…". */
  const checkText = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent || !isSeen(parent) || text.data.trim() === '') return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) return;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    let isScrolled = false;
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      // Content scrolled out of sight can be scrolled back.
      isScrolled ||= scrolls(style.overflowY);
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (isShortened || scrolls(style.overflowX) || box.tagName === 'SELECT') return;
      const edge = box.getBoundingClientRect();
      const isBlock = style.display !== 'inline' && style.display !== 'contents';
      if (isBlock && (left < edge.left - SLACK_PX || right > edge.right + SLACK_PX)) {
        problems.add(`text sticks out of <${box.tagName.toLowerCase()}>: "${words(text.data)}"`);
        return;
      }
      // A line of text is taller than its letters: only a cut through its middle counts.
      const cutsHeight = (rect: DOMRect) => {
        const slack = rect.height * 0.15 + SLACK_PX;
        return rect.top < edge.top - slack || rect.bottom > edge.bottom + slack;
      };
      if (!isScrolled && clips(style.overflowY) && rects.some(cutsHeight)) {
        problems.add(`text is cut in height by <${box.tagName.toLowerCase()}>: "${words(text.data)}"`);
        return;
      }
      if (style.position === 'fixed') {
        // An element that does not move with the page cannot be scrolled into the window.
        const isOut = ({ top, bottom }: DOMRect) => top < -SLACK_PX || bottom > innerHeight + SLACK_PX;
        if (!isScrolled && rects.some(isOut)) {
          problems.add(`text lies outside the window: "${words(text.data)}"`);
        }
        return;
      }
      if (box === scope) return;
    }
  };

  const THAI = /[\u0E01-\u0E3A\u0E40-\u0E5B]/;
  const LAO = /[\u0E81-\u0EDF]/;
  const checkLanguage = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent || !isSeen(parent)) return;
    // Names and people's messages are in their own language.
    if (parent.closest('[translate="no"], [data-sender]')) return;
    // A `lang` attribute overrides the page's language, as for names of languages or a Thai bank.
    const tag = parent.closest('[lang]')?.getAttribute('lang') ?? languageTag;
    const isForeign = (THAI.test(text.data) && tag !== 'th') || (LAO.test(text.data) && tag !== 'lo');
    if (isForeign) problems.add(`text of another language: "${words(text.data)}"`);
    if (
      /\b[a-z]+\.[a-z]+[A-Z]\w*\b|\{\w+\}|\b[A-Z]{3,}_[A-Z_]{3,}\b/.test(text.data) &&
      !/^\(.* · [A-Z_]+\)$/.test(text.data)
    ) {
      problems.add(`text that was not put into words: "${words(text.data)}"`);
    }
  };

  /** Returns whether an element stays in place while the page scrolls: it overlaps others by design. */
  const isAfloat = (element: Element): boolean => {
    for (let box: Element | null = element; box && box !== scope; box = box.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true;
    }
    return false;
  };

  /** Returns the part of an element that is not scrolled out of sight. */
  const shownPart = (element: Element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  const checkOverlaps = (): void => {
    const boxes = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((element) => isSeen(element) && getComputedStyle(element).pointerEvents !== 'none')
      .map((element) => ({ element, rect: shownPart(element), afloat: isAfloat(element) }))
      .filter(({ rect }) => rect.width > 2 && rect.height > 2);
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (one.afloat !== other.afloat) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (width <= 2 || height <= 2) continue;
        // An element inside another one overlaps it by design: the eye in a password field, the star on a
        // game.
        const smaller = Math.min(one.rect.width * one.rect.height, other.rect.width * other.rect.height);
        if (width * height > smaller * 0.95) continue;
        problems.add(`${nameOfElement(one.element)} and ${nameOfElement(other.element)} overlap`);
      }
    }
  };

  const checkPictures = (): void => {
    for (const picture of scope.querySelectorAll('img')) {
      if (isSeen(picture) && picture.complete && picture.naturalWidth === 0) {
        problems.add(`a picture is missing: ${picture.getAttribute('src')?.slice(0, 60)}`);
      }
    }
  };

  checkWidth();
  checkAmounts();
  checkPlaceholders();
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    checkText(node);
    checkLanguage(node);
  }
  checkOverlaps();
  checkPictures();
  return [...problems];
}
