import { describe, expect, it } from 'vitest';
import { websiteHref } from './footer.tsx';

describe('websiteHref', () => {
  it('makes a web address of what the operator typed, and of nothing else', () => {
    expect(websiteHref('www.krapao.example')).toBe('https://www.krapao.example/');
    expect(websiteHref('http://krapao.example/x')).toBe('http://krapao.example/x');
    expect(websiteHref('javascript:alert(1)')).toBeNull();
    expect(websiteHref('not an address')).toBeNull();
  });
});
