import { randomUUID } from 'node:crypto';
import { Api } from '../support/api.ts';
import { Channels, encryptGift, OPERATOR, uploadSlip } from '../support/channels.ts';
import type { Database } from '../support/database.ts';
import { deposit, registerPlayer, type Player } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { transferOf } from '../support/slips.ts';

/** Identifiers of the other member's things, as requests name them. */
export interface Things {
  memberId: string;
  phone: string;
  qrcodeId: string;
  depositId: string;
  withdrawalId: string;
  transferId: string;
  sessionId: string;
  passkeyId: string;
  slipReference: string;
  slipPicture: string;
  gameUsername: string;
  gamePassword: string;
  drawId: string;
  prizeCode: string;
  otpToken: string;
  inviteCode: string;
  giftLink: string;
  bankAccountNo: string;
  messageId: string;
  chatFile: string;
  chatFileUrl: string;
  launchPage: string;
  guestId: string;
}

export interface Fixtures {
  counterparties: Counterparties;
  /** Member who tries, with own things. */
  prober: Player;
  /** Member whose things are tried. */
  owner: Player;
  things: Things;
  /** Ended sessions, each ended in a different way. */
  tokens: { expired: string; loggedOut: string };
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates two members; the second one has a thing of every kind that has an identifier. */
export async function assemble(stack: Stack, database: Database): Promise<Fixtures> {
  const counterparties = new Counterparties(stack.sandbox.url);
  const prober = await registerPlayer(stack.url, counterparties, 600);
  const owner = await registerPlayer(stack.url, counterparties, 3_000);
  const things = {
    ...(await money(stack, counterparties, owner)),
    ...(await games(owner)),
    ...(await rewards(stack, owner)),
    ...(await identity(stack, owner)),
    ...(await conversation(stack, owner)),
    ...(await passkey(database, owner)),
  };
  return { counterparties, prober, owner, things, tokens: await endedSessions(stack, database, prober) };
}

type Part<K extends keyof Things> = Promise<Pick<Things, K>>;

async function money(
  stack: Stack,
  counterparties: Counterparties,
  owner: Player,
): Part<'depositId' | 'withdrawalId' | 'transferId' | 'qrcodeId' | 'slipReference' | 'slipPicture'> {
  const { api } = owner;
  await deposit(owner, counterparties, 33);
  const [newest] = (await api.ok('POST /api/statement', { body: { page: 1, limit: 1 } })).statements;
  // Both stay in progress: the bank pays on command, and the provider is silent.
  const withdrawal = await api.ok('POST /api/wallet/withdraw', { body: { amount: 150 } });
  const transfer = await api.ok('POST /api/wallet/transfer', {
    body: { from: 'WALLET', to: 'PG', amount: 25 },
  });
  const params = { provider: 'KBANK' } as const;
  const qr = await api.ok('POST /api/qrcode/:provider', { params, body: { amount: 44 } });
  const channels = new Channels(stack.sandbox.url);
  const reference = await transferOf(channels, owner, 55, { toAccountNo: OPERATOR.bankAccounts[0] });
  await uploadSlip(stack.url, api.token, await channels.slip(reference));
  const slip = await until('the slip is looked at', 60_000, async () => {
    const { slips } = await api.ok('POST /api/statement/slip', { body: { page: 1, limit: 1 } });
    return slips.find(({ step }) => step === 'done');
  });
  const picture = await api.ok('GET /api/statement/slip/reference/:reference', {
    params: { reference: slip.reference },
  });
  return {
    depositId: newest?._id ?? '',
    withdrawalId: withdrawal._id,
    transferId: transfer._id,
    qrcodeId: qr.qrcodeId,
    slipReference: slip.reference,
    slipPicture: picture.url,
  };
}

async function games({ api, pgUsername }: Player): Part<'gameUsername' | 'gamePassword' | 'launchPage'> {
  const { password } = await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode: 'PG' } });
  const slotCode = 'HUAYHD';
  await api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
  const { username } = await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode } });
  const { link } = await api.ok('GET /api/autoLogin/huayhd/:username', { params: { username } });
  return { gameUsername: pgUsername, gamePassword: password, launchPage: new URL(link).pathname };
}

async function rewards(stack: Stack, { api }: Player): Part<'drawId' | 'prizeCode' | 'giftLink'> {
  const { draw } = await api.ok('POST /api/spinwheel/spin', { body: {} });
  const coupons = await api.ok('GET /api/spinwheel/coupon');
  const link = await new Channels(stack.sandbox.url).gift({ amount: 15 });
  const key = await api.ok('GET /api/lookup/truelinkKey');
  const sealed = encryptGift(key, link);
  await api.ok('POST /api/wallet/truelink', { body: { link: sealed } });
  return { drawId: draw.drawId, prizeCode: coupons[0]?.prize.slice ?? 'CASH20', giftLink: sealed };
}

async function identity(
  stack: Stack,
  owner: Player,
): Part<'memberId' | 'phone' | 'sessionId' | 'otpToken' | 'inviteCode' | 'bankAccountNo'> {
  const { profile } = await owner.api.ok('GET /api/account/profile');
  const [session] = await owner.api.ok('GET /api/account/sessions');
  const phone = `08${owner.username.slice(2)}`;
  const { otpToken } = await new Api(stack.url).ok('POST /api/otp/send', { body: { phoneNumber: phone } });
  return {
    memberId: profile._id,
    phone: owner.username,
    sessionId: session?._id ?? '',
    otpToken,
    inviteCode: `PR${profile._id}`,
    bankAccountNo: owner.bankAccountNo,
  };
}

async function conversation(
  stack: Stack,
  owner: Player,
): Part<'messageId' | 'chatFile' | 'chatFileUrl' | 'guestId'> {
  const form = new FormData();
  form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
  const response = await fetch(`${stack.url}/api/chat/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.api.token}`, 'x-requested-with': 'wallet-user' },
    body: form,
  });
  const { filePath, url } = (await response.json()) as { filePath: string; url: string };
  const messageId = randomUUID();
  const guestId = randomUUID();
  await owner.api.ok('POST /api/chat/send-message', { body: { ...words('my secret'), _id: messageId } });
  const guest = new Api(stack.url);
  await guest.ok('POST /api/chat/send-message', { body: { ...words('a guest’s'), guestId } });
  return { messageId, chatFile: filePath, chatFileUrl: url, guestId };
}

/** A passkey of the owner, without the device: it is named and never asked. */
async function passkey(database: Database, { username }: Player): Part<'passkeyId'> {
  const passkeyId = randomUUID();
  await database.query(
    `insert into member_passkey (id, member_id, public_key, sign_count, transports, name)
     select $2, id, '', 0, '{}', 'phone' from member where username = $1`,
    [username, passkeyId],
  );
  return { passkeyId };
}

/** A chat message as the app sends it. */
export const words = (text: string) => ({
  _id: randomUUID() as string,
  sender: 'customer' as const,
  message: { message_type: 'text' as const, payload: { text } },
  session_id: '',
  userId: '',
  guestId: '',
  username: '',
  name: '',
  deviceToken: '',
});

/** Opens two more sessions of a member and ends them before they are tried. */
async function endedSessions(stack: Stack, database: Database, member: Player): Promise<Fixtures['tokens']> {
  const stranger = new Api(stack.url);
  const { username, password } = member;
  const logIn = async () => (await stranger.ok('POST /api/login', { body: { username, password } })).token;
  const expired = await logIn();
  await database.query(
    `update session set expires_at = now() - interval '1 second'
     where id = (select max(id) from session where member_id = (select id from member where username = $1))`,
    [username],
  );
  const loggedOut = await logIn();
  await new Api(stack.url, loggedOut).ok('POST /api/logout');
  return { expired, loggedOut };
}
