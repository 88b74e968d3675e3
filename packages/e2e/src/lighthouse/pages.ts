export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface ScoredPage {
  path: string;
  /** What each category must reach, out of 100; the others are only told. */
  least: Readonly<Partial<Record<Category, number>>>;
}

const FOR_ALL = { accessibility: 100, 'best-practices': 100 } as const;

/** The pages that are scored, as a phone sees them. A search engine never sees those of members. */
export const PAGES: readonly ScoredPage[] = [
  { path: '/login', least: { ...FOR_ALL, seo: 100 } },
  { path: '/register', least: { ...FOR_ALL, seo: 100 } },
  { path: '/user/home', least: FOR_ALL },
];
