import type { SealedColumn } from '../database/sealed-columns.ts';
import { sealContext as memberContext } from '../modules/factors/totp.ts';
import { sealContext as gameContext } from '../modules/games/repo.ts';
import { sealContext as pageContext } from '../modules/games/launch-pages.ts';
import { sealContext as staffContext } from '../modules/staff/codes.ts';

/** All columns of sealed values, with the context of their values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'server_key', column: 'sealed', keys: ['purpose'], context: (purpose) => String(purpose) },
  {
    table: 'game_account',
    column: 'sealed_password',
    keys: ['member_id', 'provider'],
    context: (member, provider) => gameContext(String(member), String(provider)),
  },
  { table: 'gift_link', column: 'sealed_code', keys: ['id'], context: (id) => String(id) },
  {
    table: 'launch_page',
    column: 'sealed_html',
    keys: ['token_hash', 'provider'],
    context: (hash, provider) => pageContext(String(provider), Buffer.from(hash as Uint8Array)),
  },
  {
    table: 'member_totp',
    column: 'sealed_secret',
    keys: ['member_id'],
    context: (member) => memberContext(String(member)),
  },
  {
    table: 'member_totp',
    column: 'sealed_new_secret',
    keys: ['member_id'],
    context: (member) => memberContext(String(member)),
  },
  { table: 'staff', column: 'sealed_totp', keys: ['id'], context: (id) => staffContext(String(id)) },
  { table: 'staff', column: 'sealed_new_totp', keys: ['id'], context: (id) => staffContext(String(id)) },
];
