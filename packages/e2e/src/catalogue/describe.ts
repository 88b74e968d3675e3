/**
 * Describes the measurable part of a sheet as lines of text: for each specimen its elements in order, with
 * their place and style. Runs in the page. A line is `place | style`; numbers of the place are whole pixels
 * from the specimen's corner, colours are screen values.
 */
export function describeSheet(): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  // Browsers write a colour differently but paint it the same.
  const colour = (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (!pen) throw new Error('the browser has no canvas to paint on');
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const painted = `rgb(${[...pen.getImageData(0, 0, 1, 1).data].join(' ')})`;
    known.set(text, painted);
    return painted;
  };
  const isNothing = (text: string) => colour(text).endsWith(' 0)');

  // Enough to tell drawings apart; a small one is only a few pixels of a picture.
  const drawingOf = (svg: SVGSVGElement): string => {
    let sum = 0;
    for (const letter of svg.innerHTML.replace(/ (?:class|style)="[^"]*"/g, '')) {
      sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    }
    return sum.toString(16);
  };

  const styleOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const said: string[] = [];
    const say = (name: string, value: string, isWorthIt: boolean) =>
      isWorthIt && said.push(`${name} ${value}`);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    const isDrawn = hasText || ['svg', 'input', 'select'].includes(element.tagName.toLowerCase());
    if (isDrawn) {
      say('color', colour(style.color), true);
      say('font', `${style.fontWeight} ${style.fontSize}/${style.lineHeight}`, true);
      say('of', (style.fontFamily.split(',')[0] ?? '').replaceAll('"', ''), true);
    }
    say('on', colour(style.backgroundColor), !isNothing(style.backgroundColor));
    say('picture', style.backgroundImage.replace(/url\([^)]*\)/g, 'url'), style.backgroundImage !== 'none');
    say(
      'border',
      `${style.borderTopWidth} ${style.borderTopStyle} ${colour(style.borderTopColor)}`,
      style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px',
    );
    say('radius', style.borderRadius, style.borderRadius !== '0px');
    say(
      'outline',
      `${style.outlineWidth} ${style.outlineStyle} ${colour(style.outlineColor)} ${style.outlineOffset}`,
      style.outlineStyle !== 'none',
    );
    say('shadow', style.boxShadow, style.boxShadow !== 'none');
    say('opacity', style.opacity, style.opacity !== '1');
    say('padding', style.padding, style.padding !== '0px');
    say('gap', style.gap, style.gap !== 'normal');
    if (element instanceof SVGSVGElement) say('drawing', drawingOf(element), true);
    return said.join('; ');
  };

  const lines: string[] = [];
  const visit = (element: Element, origin: DOMRect, depth: number): void => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) return;
    const place = [box.x - origin.x, box.y - origin.y, box.width, box.height].map(Math.round).join(' ');
    lines.push(
      `${'  '.repeat(depth)}${element.tagName.toLowerCase()} ${place} | ${styleOf(element)}`.trimEnd(),
    );
    if (element.tagName.toLowerCase() === 'svg') return;
    for (const child of element.children) visit(child, origin, depth + 1);
  };
  for (const specimen of document.querySelectorAll('[data-specimen]')) {
    lines.push(`# ${specimen.getAttribute('data-specimen')}`);
    const content = specimen.lastElementChild;
    if (content) visit(content, specimen.getBoundingClientRect(), 0);
  }
  // Toasts lie beside the page, not in the specimen that shows them.
  for (const layer of document.querySelectorAll(':popover-open')) {
    lines.push('# over the page');
    visit(layer, new DOMRect(), 0);
  }
  return lines;
}
