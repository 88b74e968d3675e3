import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { GiftReviewError, GiftReviews, type ReviewedGift } from '../modules/gifts/reviews.ts';
import { run } from './run.ts';

const USAGE = 'npm run gifts [-- close <id> <note>]';

const toLine = ({ id, phone, walletName, reason, createdAt }: ReviewedGift): string =>
  `${id}  ${createdAt.toISOString()}  ${phone}  ${walletName}  ${reason}`;

// `npm run gifts`: lists the gift links that need manual review, or closes one that gave nothing.
await run(async () => {
  const [command, id, note, ...rest] = process.argv.slice(2);
  const isList = command === undefined;
  if (!isList && (command !== 'close' || !id || !note || rest.length > 0)) throw new GiftReviewError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const reviews = new GiftReviews(database);
    if (isList) {
      const gifts = await reviews.list();
      for (const gift of gifts) console.log(toLine(gift));
      console.log(`gifts: ${gifts.length} links`);
      return;
    }
    await reviews.close(id ?? '', note ?? '');
    console.log(`gifts: ${id} is closed`);
  } finally {
    await database.close();
  }
});
