import type { Page } from '@playwright/test';

/** Attribute that marks the text to query; removed afterwards. */
const MARK = 'data-gallery-text';

/**
 * Returns the system fonts used for any of the page's text. The app brings its own for every script, so there
 * should be none.
 */
export async function foreignFonts(page: Page): Promise<string[]> {
  await page.evaluate((mark) => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeValue?.trim()) node.parentElement?.setAttribute(mark, '');
    }
  }, MARK);
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: `[${MARK}]`,
    });
    const problemsOf = async (nodeId: number): Promise<string[]> => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      const foreign = fonts.filter(({ isCustomFont }) => !isCustomFont);
      if (foreign.length === 0) return [];
      const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
      const text = outerHTML
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .slice(0, 40);
      return foreign.map(({ familyName }) => `drawn in ${familyName}, which is not ours: "${text}"`);
    };
    return [...new Set((await Promise.all(nodeIds.map(problemsOf))).flat())];
  } finally {
    await session.detach();
    await page.evaluate((mark) => {
      for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
    }, MARK);
  }
}
