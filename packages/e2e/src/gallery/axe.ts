import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules of WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const BEST_PRACTICE = 'best-practice';

export interface AxeLook {
  /** Barriers by WCAG 2.2 AA, one line each. */
  findings: readonly string[];
  /** Bad practices that are not violations. */
  advice: readonly string[];
}

/** The rules whose result depends on the colours of a page. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the current page with every axe rule for WCAG 2.2 AA, and with its best practices.
 * @param rules `colours` applies the rules of colours alone, where a page that was checked has only changed its theme
 */
export async function lookWithAxe(page: Page, rules: 'all' | 'colours' = 'all'): Promise<AxeLook> {
  const axe = new AxeBuilder({ page });
  const options = { resultTypes: ['violations' as const] };
  // Options replace what was chosen before, and rules are among them.
  const { violations } = await (
    rules === 'all'
      ? axe.withTags([...WCAG, BEST_PRACTICE]).options(options)
      : axe.options(options).withRules(COLOURS)
  )
    // Pages of the app have no foreign frames; legacy mode avoids opening a second page for each check.
    .setLegacyMode()
    .analyze();
  const findings: string[] = [];
  const advice: string[] = [];
  for (const { id, tags, help, nodes } of violations) {
    const list = tags.includes(BEST_PRACTICE) ? advice : findings;
    for (const { target, failureSummary } of nodes) {
      const reason = failureSummary?.split('\n').slice(1).join(' ').trim() || help;
      list.push(`axe ${id} at ${target.join(' ')}: ${reason}`);
    }
  }
  return { findings, advice };
}
