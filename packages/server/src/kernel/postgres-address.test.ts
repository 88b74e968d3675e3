import { describe, expect, it } from 'vitest';
import { parsePostgresAddress } from './postgres-address.ts';

const servers = (text: string) => {
  const address = parsePostgresAddress(text);
  return typeof address === 'string' ? address : address.servers;
};

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgres://u:p@db.example:5432/wallet', ['postgres://u:p@db.example:5432/wallet']],
    ['postgresql://db.example/wallet?sslmode=require', ['postgresql://db.example/wallet?sslmode=require']],
    [
      'postgresql://u:p%40@a:5433,b/wallet?target_session_attrs=read-write&sslmode=require',
      ['postgresql://u:p%40@a:5433/wallet?sslmode=require', 'postgresql://u:p%40@b/wallet?sslmode=require'],
    ],
    ['postgres://10.0.0.1,[::1]:5433/w', ['postgres://10.0.0.1/w', 'postgres://[::1]:5433/w']],
    ['postgres://a,b/w?target_session_attrs=primary', ['postgres://a/w', 'postgres://b/w']],
    [
      'postgres://a,b/w?target_session_attrs=any&load_balance_hosts=random',
      ['postgres://a/w', 'postgres://b/w'],
    ],
  ])('names the servers: %s', (text, expected) => {
    expect(servers(text)).toEqual(expected);
  });

  it.each([
    'wallet',
    'mysql://a/w',
    'postgres://a,/w',
    'postgres://a,b:port/w',
    'postgres://a,b/w?target_session_attrs=standby',
    'postgres://a/w?target_session_attrs=prefer-standby',
  ])('is refused in one line that repeats nothing of it: %s', (text) => {
    expect(servers(text)).toMatch(/^(must be|target_session_attrs: must be)[^\n]+$/);
  });
});
