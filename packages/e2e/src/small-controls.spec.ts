import { expect } from '@playwright/test';
import {
  dialogOf,
  expectFits,
  menuOf,
  openAsMember,
  openPathAsMember,
  test,
  walletBar,
} from './support/browser.ts';
import { Channels } from './support/channels.ts';
import { move, registerDelayed, registerPlayer } from './support/member.ts';

test('a withdrawal is looked at, gone back from, and cancelled from the list @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await registerDelayed(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  const amount = dialog.getByLabel('จำนวนเงิน', { exact: true });
  await amount.fill('300');
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await review.getByRole('button', { name: 'ย้อนกลับ' }).tap();
  await expect(amount).toHaveValue('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await expect(review).toBeVisible();
  await page.goBack();
  await expect(amount).toHaveValue('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await review.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('กัน ฿300.00 ไว้แล้ว');
  // Escape dismisses a message like its button.
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();

  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  await dialog.getByRole('listitem').getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  await told.getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  await expect(page.getByText('ยกเลิกแล้ว ฿300.00 กลับเข้ากระเป๋าหลัก')).toBeVisible();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('500.00');
});

test('credit that went from game to game has two receipts, each leading to the other', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  await move(player, 'in', 100);
  await player.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'IMI' } });
  await player.api.ok('POST /api/wallet/transfer', { body: { from: 'PG', to: 'IMI', amount: 100 } });
  await openPathAsMember(page, stack, '/user/statement', player);
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap();
  const receipts = dialogOf(page, 'รายละเอียดรายการ');
  await expect(receipts.last()).toContainText('IMI');
  await receipts.last().getByRole('button', { name: 'ดูขาแรก' }).tap();
  await expect(receipts.last()).toContainText('PG');
  await expect(receipts.last().getByRole('button', { name: 'ดูขาที่สอง' })).toBeVisible();
});

test('how-to films are played when asked for: a file here, a page of a video site in its frame', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/^asks https:\/\/films\.example\//);
  await page.route('https://films.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>film</title>' }),
  );
  await page.route('**/api/lookup/howto', (route) =>
    route.fulfill({
      json: [
        { topic: 'wallet', url: 'https://films.example/one.mp4' },
        { topic: 'play', url: 'https://films.example/embed/two' },
      ],
    }),
  );
  await page.goto('/howto');
  const main = page.getByRole('main');
  const watch = main.getByRole('button', { name: /^ดูวิดีโอ/ });
  await watch.first().tap();
  await expect(main.locator('video')).toHaveAttribute('src', 'https://films.example/one.mp4');
  await watch.first().tap();
  await expect(main.locator('iframe')).toHaveAttribute('src', 'https://films.example/embed/two');
  await expectFits(page);
});

test('a banner’s pictures are turned, and a broken one leaves its place to an icon @whole', async ({
  page,
  stack,
}) => {
  await page.route('**/api/refund/banners', (route) =>
    route.fulfill({
      json: {
        banners: ['one', 'two'].map((words) => ({
          image: `/content/none-${words}.webp`,
          html: `<p>${words}</p>`,
        })),
      },
    }),
  );
  await openAsMember(page, stack);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'คืนยอดเสีย' }).tap();
  const banners = dialogOf(page, 'คืนยอดเสีย');
  await expect(banners.locator('img')).toHaveCount(0);
  await banners.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(banners.getByText('หน้า 2 จาก 2')).toBeAttached();
  await banners.getByRole('button', { name: 'ก่อนหน้า' }).tap();
  await expect(banners.getByText('หน้า 1 จาก 2')).toBeAttached();
});

test('a gift’s link that was cut on its way can be sent again, and is not sent where it cannot be sealed @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const link = await new Channels(stack.sandbox.url).gift({ amount: 40 });
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('button', { name: 'กระเป๋า ซองของขวัญ' }).tap();
  const field = dialog.getByLabel('ลิงก์ซองของขวัญ');
  const send = dialog.getByRole('button', { name: 'รับเงินเข้ากระเป๋า' });
  await field.fill(link);
  await page.route('**/api/wallet/truelink', (route) => route.abort());
  await send.tap();
  await expect(dialog).toContainText('ยังไม่ทราบผล');
  await dialog.getByRole('button', { name: 'ย้อนกลับ' }).tap();
  await expect(field).toHaveValue(link);
  // A page without https has no WebCrypto keys.
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await send.tap();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('https');
});

test('a member is logged out of this device where the server does not hear of it', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  await page.route('**/api/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'ออกจากระบบ' }).tap();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
