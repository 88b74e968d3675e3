import { describe, expect, it } from 'vitest';
import { readableOn } from './brand.ts';
import { websiteHref } from './footer.tsx';

describe('readableOn', () => {
  it('is ivory on dark colours and ink on light ones', () => {
    for (const dark of ['#000000', '#35358f', '#8b0000']) expect(readableOn(dark)).toBe('#fffaf0');
    for (const light of ['#ffffff', '#e4b04a', '#7fffd4']) expect(readableOn(light)).toBe('#1d1b33');
  });
});

describe('websiteHref', () => {
  it('makes a web address of what the operator typed, and of nothing else', () => {
    expect(websiteHref('www.krapao.example')).toBe('https://www.krapao.example/');
    expect(websiteHref('http://krapao.example/x')).toBe('http://krapao.example/x');
    expect(websiteHref('javascript:alert(1)')).toBeNull();
    expect(websiteHref('not an address')).toBeNull();
  });
});
