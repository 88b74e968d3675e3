import { expect, type Page } from '@playwright/test';
import { choose, expectFits, test } from './support/browser.ts';
import { newPerson, register } from './support/member.ts';

async function tryLogin(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
}

test.describe('logging in', () => {
  test('asks for what is missing, and sends nothing', async ({ page }) => {
    await page.goto('/login');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
    await expect(page.getByLabel('เบอร์โทรศัพท์')).toBeFocused();
    await expect(page.getByText('กรุณากรอกข้อมูลนี้').first()).toBeVisible();
    expect(sent).not.toContain('/api/login');
  });

  test('says the same of a wrong password and of a phone that nobody has', async ({
    page,
    stack,
    counterparties,
  }) => {
    const member = await register(stack.url, counterparties);
    await page.goto('/login');
    for (const [phone, password] of [
      [member.username, 'not-the-password'],
      [newPerson().username, member.password],
    ] as const) {
      await tryLogin(page, phone, password);
      const told = page.getByRole('alert').filter({ hasText: 'เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง' });
      await expect(told).toBeVisible();
      await told.getByRole('button', { name: 'ปิด' }).tap();
      await expect(told).toBeHidden();
      await expect(page).toHaveURL('/login');
    }
    await expectFits(page);
  });

  test('lasts beyond this tab only when asked to @whole', async ({
    page,
    context,
    stack,
    counterparties,
  }) => {
    const member = await register(stack.url, counterparties);
    const opensHome = async (): Promise<boolean> => {
      const other = await context.newPage();
      await other.goto('/user');
      await expect(other).toHaveURL(/\/(login|user\/home)$/);
      const isHome = other.url().endsWith('/user/home');
      await other.close();
      return isHome;
    };
    await page.goto('/login');
    await tryLogin(page, member.username, member.password);
    await expect(page).toHaveURL('/user/home');
    await page.reload();
    await expect(page).toHaveURL('/user/home');
    expect(await opensHome()).toBe(false);

    await page.goto('/login');
    await page.getByLabel('จดจำการเข้าสู่ระบบ').check();
    await tryLogin(page, member.username, member.password);
    await expect(page).toHaveURL('/user/home');
    expect(await opensHome()).toBe(true);
  });
});

test.describe('languages', () => {
  const languages = [
    { name: 'ไทย', tag: 'th', submit: 'เข้าสู่ระบบ', welcome: 'ยินดีต้อนรับ' },
    { name: 'ລາວ', tag: 'lo', submit: 'ເຂົ້າສູ່ລະບົບ', welcome: 'ຍິນດີຕ້ອນຮັບ' },
    { name: 'English', tag: 'en', submit: 'Log in', welcome: 'Welcome' },
  ];

  test('change at once, and stay after a reload', async ({ page, context }) => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
    for (const { name, tag, submit, welcome } of [...languages.slice(1), ...languages.slice(0, 1)]) {
      await choose(page, name);
      const showsIt = async () => {
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.getByRole('button', { name: submit, exact: true })).toBeVisible();
        await expect(page.getByText(welcome)).toBeVisible();
        await expectFits(page);
      };
      await showsIt();
      await page.reload();
      await showsIt();
    }
    const cookies = await context.cookies();
    expect(cookies.find((cookie) => cookie.name === 'lang')?.value).toBe('th');
  });

  test('hold for what the server says too @whole', async ({ page }) => {
    await page.goto('/login');
    await choose(page, 'English');
    await page.getByLabel('Phone number').fill('0999999999');
    await page.getByLabel('Password', { exact: true }).fill('nothing-right');
    await page.getByRole('button', { name: 'Log in', exact: true }).tap();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('alert')).not.toContainText(/[\u0e00-\u0eff]|[A-Z]+_[A-Z]+/);
  });
});
