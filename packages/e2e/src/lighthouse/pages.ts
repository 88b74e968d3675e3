export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface ScoredPage {
  path: string;
  /** Required score of each category, out of 100; other categories are only reported. */
  least: Readonly<Partial<Record<Category, number>>>;
}

const FOR_ALL = { accessibility: 100, 'best-practices': 100 } as const;

/** Pages that are scored, as seen by a phone. A search engine never sees members' pages. */
export const PAGES: readonly ScoredPage[] = [
  { path: '/login', least: { ...FOR_ALL, seo: 100 } },
  { path: '/register', least: { ...FOR_ALL, seo: 100 } },
  { path: '/user/home', least: FOR_ALL },
];
