import lighthouse from 'lighthouse';
import { CATEGORIES, type Category } from './pages.ts';

export interface Scores {
  /** Scores out of 100; undefined where Lighthouse has none. */
  of: Readonly<Record<Category, number | undefined>>;
  /** Lost points, by category: the audit's name and its own finding. */
  lost: Readonly<Record<Category, readonly string[]>>;
  measured: Measured;
  /** The whole report as a page. */
  html: string;
}

/** Values computed by Lighthouse for that phone and network; undefined where it has none. */
export interface Measured {
  lcpMs: number | undefined;
  /** Layout shift, without a unit. */
  cls: number | undefined;
  tbtMs: number | undefined;
  /** LCP on this machine without throttling. */
  observedLcpMs: number | undefined;
}

/** Returns the audits of a category that lost points: name and finding. */
function lostBy(lhr: Report, category: Category): string[] {
  const weighed = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed.flatMap(({ id }) => {
    const audit = lhr.audits[id];
    const isFull = !audit || audit.score === null || audit.score === 1;
    return isFull ? [] : [[audit.title, audit.displayValue].filter(Boolean).join(': ')];
  });
}

/**
 * Scores a page by Lighthouse, as on a mid-range phone on a slow network, in the browser with the given
 * debugging port. The browser keeps its storage, including a session.
 * @throws Error when the page could not be scored at all
 */
export async function score(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'silent',
    formFactor: 'mobile',
    disableStorageReset: true,
    onlyCategories: [...CATEGORIES],
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { lhr, report } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  }
  const each = <T>(of: (category: Category) => T): Record<Category, T> => ({
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
  });
  return {
    of: each((category) => percent(lhr.categories[category]?.score)),
    lost: each((category) => lostBy(lhr, category)),
    measured: measuredBy(lhr),
    html: Array.isArray(report) ? report.join('') : report,
  };
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function measuredBy({ audits }: Report): Measured {
  const valueOf = (id: string): number | undefined => audits[id]?.numericValue;
  const [all] = (audits['metrics']?.details as { items?: Record<string, number>[] } | undefined)?.items ?? [];
  return {
    lcpMs: valueOf('largest-contentful-paint'),
    cls: valueOf('cumulative-layout-shift'),
    tbtMs: valueOf('total-blocking-time'),
    observedLcpMs: all?.['observedLargestContentfulPaint'],
  };
}

const percent = (share: number | null | undefined): number | undefined =>
  typeof share === 'number' ? Math.round(share * 100) : undefined;
