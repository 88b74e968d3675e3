import type { z } from 'zod';
import { localized } from './fields.ts';
import type { rewardBanner } from './rewards.ts';

/** Banners as the wire has them, in a language. */
export const bannersIn = (
  banners: readonly z.output<typeof rewardBanner>[],
  language: string,
): { image: string; html: string }[] =>
  banners.map(({ image, html }) => ({ image: `/content/${image}`, html: localized(html, language) }));
