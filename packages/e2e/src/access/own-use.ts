import type { RouteKey } from '@krapao/contract/routes';
import type { Stack } from '../support/stack.ts';
import { send, type Call } from './calls.ts';
import type { Fixtures } from './fixtures.ts';
import type { Row } from './row.ts';

/**
 * Uses the owner's things as the owner: the unknown answers to all others mean something only because the
 * things exist. Runs last, since it changes them.
 */
export async function ownUse({ url }: Stack, { owner, things }: Fixtures): Promise<Row[]> {
  const uses: readonly (readonly [RouteKey, Call])[] = [
    ['GET /api/statement/item/:transferId', { params: { transferId: things.depositId } }],
    ['GET /api/statement/item/:transferId', { params: { transferId: things.transferId } }],
    ['GET /api/statement/slip/reference/:reference', { params: { reference: things.slipReference } }],
    ['GET /api/spinwheel/draw/:drawId', { params: { drawId: things.drawId } }],
    ['GET /api/autoLogin/pg/:username', { params: { username: things.gameUsername } }],
    ['DELETE /api/wallet/withdraw/:transferId', { params: { transferId: things.withdrawalId } }],
    ['DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: things.qrcodeId } }],
    [
      'PUT /api/account/passkeys/:passkeyId',
      { params: { passkeyId: things.passkeyId }, body: { name: 'mine' } },
    ],
    ['DELETE /api/account/sessions/:sessionId', { params: { sessionId: '1' } }],
  ];
  const rows: Row[] = [];
  for (const [key, call] of uses) {
    const { end } = await send(url, key, call, owner.api.token);
    const isCancelling = key.startsWith('DELETE /api/wallet');
    // The bank has it by now, and only its owner is told so.
    const expected = isCancelling ? 'TRANSFER_FAIL' : 'OK';
    rows.push({ what: key, tried: 'the owner', expected, actual: end });
  }
  const history = await send(
    url,
    'POST /api/chat/history',
    { body: { userId: '', guestId: '', limit: 10, skip: 0 } },
    owner.api.token,
  );
  const isThere = JSON.stringify(history.body).includes(things.messageId);
  rows.push({
    what: 'POST /api/chat/history',
    tried: 'the owner',
    expected: 'true',
    actual: String(isThere),
  });
  return rows;
}
