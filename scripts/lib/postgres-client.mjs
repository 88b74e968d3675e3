import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from './postgres-binaries.mjs';
import { UserError } from './process.mjs';

/**
 * Returns libpq's own settings for an address: a password on the command line would be visible to every user.
 */
export function connectionOf(/** @type {string} */ text) {
  // Several hosts are separated by commas, which a web address may not contain.
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?@]*)(.*)$/.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const [first] = urls;
  if (!first || !urls.every((one) => URL.canParse(one))) throw new UserError('DATABASE_URL: not an address');
  const url = new URL(first);
  const query = Object.fromEntries(url.searchParams);
  return {
    PGHOST: urls.map((one) => decodeURIComponent(new URL(one).hostname)).join(','),
    PGPORT: urls.map((one) => new URL(one).port || '5432').join(','),
    ...(urls.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(query.sslmode && { PGSSLMODE: query.sslmode }),
    ...(query.sslrootcert && { PGSSLROOTCERT: query.sslrootcert }),
  };
}

/**
 * Returns the program that came with this machine's server; where there is none, as in the image, its bare
 * name.
 */
function besideServer(/** @type {string} */ program) {
  try {
    return join(findPostgresBinaries().binDir, program);
  } catch {
    return program;
  }
}

/**
 * Runs a PostgreSQL program on the database of an address.
 * @param {'pg_dump' | 'pg_restore' | 'psql'} program
 * @param {string} url
 * @param {string[]} args
 * @returns {string} its output
 * @throws {UserError} when it fails
 */
export function runOn(program, url, args) {
  const beside = besideServer(program);
  const { status, stdout, stderr, error } = spawnSync(existsSync(beside) ? beside : program, args, {
    env: { ...process.env, ...connectionOf(url) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new UserError(`${program}: ${error.message}; it comes with PostgreSQL's client programs`);
  if (status !== 0) throw new UserError(`${program} failed: ${stderr.trim()}`);
  return stdout;
}
