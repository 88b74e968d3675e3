import { CompactEncrypt, importJWK } from 'jose';
import type { Answer } from './api.ts';
import type { TestMember } from './members.ts';
import type { TestServer } from './test-server.ts';

/** The demo content's wallet for gift links. */
const GIFT_WALLET = 'กระเป๋า ซองของขวัญ';

/** Creates a gift link in the sandbox and submits it like the app. */
export async function sendGift(
  { world }: Pick<TestServer, 'world'>,
  member: TestMember,
  amount: number,
): Promise<Answer> {
  const { link } = await world.control<{ link: string }>('POST', '/gift', { amount });
  const jwk = await member.api.ok('GET /api/lookup/truelinkKey');
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(`${link}::${GIFT_WALLET}`))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
  return member.api.call('POST /api/wallet/truelink', { body: { link: encrypted } });
}
