import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

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
 * Rules of WCAG that axe tries out, and applies only when it is told to. One is missing: `p-as-heading` takes every
 * large sum for a heading.
 */
const BY_NAME = [
  'css-orientation-lock',
  'label-content-name-mismatch',
  'table-fake-caption',
  'td-has-header',
];

/**
 * Checks what a page shows with every axe rule for WCAG 2.2, levels A and AA, and with its best practices: the topmost
 * dialog, or the page where none is open. Nothing behind a dialog can be reached.
 * @param rules `colours` applies the rules of colours alone, where a page that was checked has only changed its theme
 */
export async function lookWithAxe(page: Page, rules: 'all' | 'colours' = 'all'): Promise<AxeLook> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === 'colours'
      ? { runOnly: { type: 'rule', values: COLOURS } }
      : {
          runOnly: { type: 'tag', values: [...WCAG, BEST_PRACTICE] },
          rules: Object.fromEntries(BY_NAME.map((rule) => [rule, { enabled: true }])),
        }),
  };
  // A document that was checked before has axe; the policy of the page does not hold for what a test evaluates.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(violationsOf, options);
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

/** Runs inside the page. */
async function violationsOf(options: RunOptions): Promise<Result[]> {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const onTop = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const { violations } = await loaded.run(onTop, options);
  return violations;
}
