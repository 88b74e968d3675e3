import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What WCAG 2.2 asks at levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const BEST_PRACTICE = 'best-practice';

export interface AxeLook {
  /** Barriers by WCAG 2.2 AA, one line each. */
  findings: readonly string[];
  /** What is no barrier by the letter, and bad practice all the same. */
  advice: readonly string[];
}

/** Goes over the page as it stands with every rule of axe that WCAG 2.2 AA needs, and with its good practices. */
export async function lookWithAxe(page: Page): Promise<AxeLook> {
  const { violations } = await new AxeBuilder({ page })
    .withTags([...WCAG, BEST_PRACTICE])
    .options({ resultTypes: ['violations'] })
    // Pages of the app have no frames of strangers; without them no second page has to be opened for each look.
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
