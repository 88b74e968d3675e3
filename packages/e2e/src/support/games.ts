import { expect, type Locator, type Page } from '@playwright/test';

/** Launch kind of a provider's games. */
export type LaunchKind = 'url' | 'html' | 'form' | 'token-form' | 'plain';

/** Every provider of the demonstration by its code. */
export const GAMES: Readonly<Record<string, LaunchKind>> = {
  JOKER: 'form',
  SEXYGAME: 'form',
  BETFLIX: 'url',
  ASKMEBET: 'html',
  UFABET: 'token-form',
  SUPERSLOT: 'form',
  PG: 'url',
  SLOTXO: 'form',
  IMI: 'url',
  USUN: 'url',
  AREASLOT: 'url',
  CIRCUS: 'url',
  SLOTRACHA: 'url',
  PGSLOT: 'url',
  JOKER2: 'url',
  HUAYHD: 'html',
  LUCKYLOTTO: 'plain',
};

export type Category = 'slot' | 'sport' | 'casino' | 'lotto';

/** Home row of each kind of game. */
const SHELVES: Readonly<Record<Category, string>> = {
  slot: 'สล็อต',
  sport: 'กีฬาและคาสิโน',
  casino: 'กีฬาและคาสิโน',
  lotto: 'หวย',
};

/** Label of the play button on a provider's site, by kind of game. */
const PLAY_BUTTONS: Readonly<Record<Category, string>> = {
  slot: 'หมุน',
  sport: 'วางเดิมพัน',
  casino: 'แจกไพ่',
  lotto: 'ซื้อเลข',
};

/** Returns the game's tile on home. */
export const tileOf = (page: Page, name: string, category: Category = 'slot'): Locator =>
  page
    .getByRole('region', { name: SHELVES[category] })
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) });

/**
 * Has something happen as the page's next call to these addresses leaves it. What closes a provider must not happen
 * sooner: a balance that is read before the press would close it, and nothing could be pressed.
 */
export const asItLeaves = (page: Page, addresses: string, happen: () => Promise<unknown>): Promise<unknown> =>
  page.route(
    addresses,
    async (route) => {
      await happen();
      await route.fallback();
    },
    { times: 1 },
  );

/** Logs in by typing on a provider's site. */
export async function enterByHand(site: Page, login: { username: string; password: string }): Promise<void> {
  await site.getByLabel('ชื่อผู้ใช้').fill(login.username);
  await site.getByLabel('รหัสผ่าน').fill(login.password);
  await site.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
}

/** Expects the provider's site to greet the player and show their credit. */
export async function expectGreeted(site: Page, username: string, credit: string): Promise<void> {
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(`สวัสดี ${username}`);
  await expect(site.getByRole('group', { name: 'เครดิต' })).toContainText(credit);
}

/** Stakes 20 baht on one round and waits for its end. */
export async function playRound(site: Page, category: Category): Promise<void> {
  await site.getByRole('radio', { name: '20', exact: true }).tap();
  await site.getByRole('button', { name: PLAY_BUTTONS[category] }).tap();
  await expect(site.getByRole('group', { name: 'ยอดเล่น' })).toContainText('฿20.00');
  await expect(site.getByRole('button', { name: PLAY_BUTTONS[category] })).toBeEnabled();
}
