import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { GiftReviews, type ReviewedGift } from '../modules/gifts/reviews.ts';
import { runCommand } from './command.ts';
import { shellUser } from './shell-user.ts';

const GIFTS = {
  command: 'npm run tool -- gifts',
  about: 'Lists the gift links that need manual review, or closes one.',
  words: '[close ID NOTE]',
  options: {},
} as const;

const toLine = ({ id, phone, walletName, reason, createdAt }: ReviewedGift): string =>
  `${id}  ${createdAt.toISOString()}  ${phone}  ${walletName}  ${reason}`;

// `npm run tool -- gifts`: lists the gift links that need manual review, or closes one that gave nothing.
await runCommand(GIFTS, async ({ positionals }) => {
  const [command, id, note, ...rest] = positionals;
  const isList = command === undefined;
  if (!isList && (command !== 'close' || !id || !note || rest.length > 0))
    throw new UsageError(usageOf(GIFTS));
  const database = await openDatabase(readSettings(process.env));
  try {
    const reviews = new GiftReviews(database);
    if (isList) {
      const gifts = await reviews.list();
      for (const gift of gifts) console.log(toLine(gift));
      console.log(`gifts: ${gifts.length} links`);
      return;
    }
    await reviews.close(id ?? '', note ?? '', shellUser());
    console.log(`gifts: ${id} is closed`);
  } finally {
    await database.close();
  }
});
