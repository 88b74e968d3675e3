import { call } from '../lib/http.ts';
import { codeText, t } from '../lib/i18n/i18n.ts';
import type { Documented } from '../lib/documented.ts';
import type { ResponseBody } from '@krapao/contract/routes';
import { defineOperation } from './operation.ts';

type Spun = Documented<ResponseBody<'POST /api/spinwheel/spin'>, 'draw'>;

/** Spends a coin on a draw of the wheel. The key is also the word that this device mixes in. */
export const spin = defineOperation({
  name: 'spin',
  routes: ['POST /api/spinwheel/spin'],
  title: 'spin.title',
  unknown: 'spin.unknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'GET /api/spinwheel/setup', 'GET /api/spinwheel/coupon'],
  isRepeatable: true,
  isOnce: false,
  // The word is noted before it is sent; a repeated request sends no second one.
  request: (_content: null, key, noteWord: ((word: string) => void) | undefined): Promise<Spun> => {
    noteWord?.(key);
    return call('POST /api/spinwheel/spin', { body: { clientSeed: key }, idempotencyKey: key });
  },
  read: ({ label }) => ({ kind: 'done', detail: label }),
  trace: async (_content, look) => {
    const params = { drawId: await look.idFor('spin') };
    const draw = await look.found(call('GET /api/spinwheel/draw/:drawId', { params }));
    return draw && { kind: 'done', detail: draw.label };
  },
  // Winning nothing is no success.
  doneText: (prize) =>
    prize === undefined
      ? t('network.done', { what: t('spin.title') })
      : `${t('spin.title')}: ${t('spin.outcome', { prize })}`,
  refusal: (code) => codeText(code, 'spinErrors'),
});
