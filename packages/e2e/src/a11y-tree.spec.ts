import { expect, type Page } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register } from './support/member.ts';

/** Accessibility tree of the screens, in Thai. */
test('the pages of visitors are told in order @whole', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page).toHaveTitle(/^เข้าสู่ระบบ · /);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "ข้ามไปยังเนื้อหา"
    - main:
      - radiogroup "ภาษา":
        - radio "ไทย" [checked]
        - radio "ລາວ"
        - radio "English"
      - heading "ยินดีต้อนรับ" [level=1]
      - textbox "เบอร์โทรศัพท์"
      - textbox "รหัสผ่าน"
      - button "แสดงรหัสผ่าน"
      - checkbox "จดจำการเข้าสู่ระบบ"
      - button "เข้าสู่ระบบ"
      - paragraph:
        - link "สมัครสมาชิก"
    - contentinfo
    - navigation "เมนูหลัก":
      - list:
        - listitem:
          - link "เข้าสู่ระบบ"
        - listitem:
          - link "สมัครสมาชิก"
        - listitem:
          - link "ติดต่อเรา"
  `);
  await expectTold(page);

  // Each language's name is in its own language.
  const languages = page.getByRole('radiogroup', { name: 'ภาษา' });
  for (const [name, tag] of [
    ['ລາວ', 'lo'],
    ['English', 'en'],
  ] as const) {
    await expect(languages.locator(`[lang="${tag}"]`)).toHaveText(name);
  }

  // An error is tied to its field.
  const phone = page.getByLabel('เบอร์โทรศัพท์');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('กรุณากรอกข้อมูลนี้');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('0999999999');
  await expect(phone).toHaveAccessibleDescription('');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(page.getByRole('alert')).toContainText('ไม่ถูกต้อง');

  const routes = [
    ['สมัครสมาชิก', '/register', 'สมัครสมาชิก'],
    ['ติดต่อเรา', '/contact', 'ติดต่อเรา'],
    ['เข้าสู่ระบบ', '/login', 'ยินดีต้อนรับ'],
  ] as const;
  for (const [link, path, heading] of routes) {
    await menuOf(page).getByRole('link', { name: link }).tap();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${link} · `));
    await expectTold(page);
  }

  await languages.locator('label').filter({ hasText: 'ລາວ' }).tap();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  await expect(page).toHaveTitle(/^ເຂົ້າສູ່ລະບົບ · /);
});

test('the main job is told in order, and so is what comes of it', async ({ page, counterparties, stack }) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await openAsMember(page, stack, member);
  await expect(page).toHaveTitle(/^หน้าหลัก · /);
  const total = walletBar(page).getByRole('paragraph').first();
  await expect(total).toContainText('฿500.00');
  // Live region for changes of the balance; silent until there is one.
  await expect(total.getByRole('status')).toBeAttached();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "ข้ามไปยังเนื้อหา"
    - banner:
      - link "Krapao · หน้าหลัก"
      - link "โปรไฟล์ของ ${member.name}"
      - button "ออกจากระบบ"
    - main:
      - heading "หน้าหลัก" [level=1]
      - heading "ยอดเงินรวม (บาท)" [level=2]
      - button "ฝากเงิน"
      - button "โยกเครดิต"
      - button "ถอนเงิน"
      - region "สล็อต":
        - heading "สล็อต" [level=2]
    - navigation "เมนูหลัก"
  `);
  await expectTold(page);

  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "ถอนเงิน":
      - banner:
        - heading "ถอนเงิน" [level=2]
        - button "ปิด"
      - textbox "จำนวนเงิน"
      - group "จำนวนเงินที่ใช้บ่อย"
      - region "โอนเข้าบัญชี":
        - heading "โอนเข้าบัญชี" [level=3]
      - contentinfo:
        - button "ตรวจสอบรายการ" [disabled]
  `);
  const amount = dialog.getByRole('textbox', { name: 'จำนวนเงิน' });
  await amount.fill('99999');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(/ไม่พอ|ไม่เกิน|สูงสุด/);
  await amount.fill('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await expect(review.getByRole('term').first()).toBeVisible();
  await review.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('กำลังโอน ฿300.00 เข้าบัญชีของคุณ');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  const transit = walletBar(page).getByRole('status').filter({ hasText: 'กำลังดำเนินการ' });
  await expect(transit).toContainText('฿300.00');
  await expect(total).toContainText('฿200.00');

  await page.getByRole('link', { name: /^โปรไฟล์ของ/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'โปรไฟล์' })).toBeFocused();
  await expect(page).toHaveTitle(/^โปรไฟล์ · /);
  await expectTold(page);
});

/** Expects a name for every control and one first-level heading, with no heading level skipped after it. */
async function expectTold(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot();
  const nameless = /^\s*- (?:button|link|textbox|searchbox|checkbox|radio|combobox|switch)(?: \[|:|$)/m;
  expect(tree).not.toMatch(nameless);
  const levels = [...tree.matchAll(/^\s*- heading .*\[level=(\d)\]/gm)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(skipped, `levels ${levels.join(' ')}`).toEqual([]);
}
