import { readReply } from '../support/api.ts';
import { encryptGift, OPERATOR, uploadSlip } from '../support/channels.ts';
import type { Press, QrProvider, Step } from './vocabulary.ts';
import type { Owner } from './expectations.ts';
import { lookalikeOf, ownerOf } from './people.ts';
import { until } from '../support/until.ts';
import { call, press, type Actor, type Ending, type StepNo, type World } from './world.ts';

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** An account number of no member. */
const STRANGERS_ACCOUNT = '9999999999';
const STRANGERS_PHONE = '0999999999';
const UNKNOWN_ACCOUNT = '1234567890';
/** A name of no member; no member's name can be cut to it. */
const LOOKALIKES_NAME = 'KITTI WONGSA';
/** A name that any member may have at their bank: no program can tell the member by it. */
const NAME_IN_THAI = 'นาย กิตติ วงษา';

/** Requests a QR code and pays it as decided. */
export async function depositByQr(world: World, step: Of<'qr'>, { server }: Press): Promise<Ending> {
  const { actors, counterparties, expectations } = world;
  const actor = actors[step.member] as Actor;
  const create = async (provider: QrProvider) => {
    const body = { amount: step.amount };
    return call(world, actor, server, 'POST /api/qrcode/:provider', { params: { provider }, body });
  };
  const created = await create(step.provider);
  if (!created) return 'CUT_OFF';
  if (created.end !== 'OK') return created.end;
  const { qrcodeId, hasQrcode } = readReply('POST /api/qrcode/:provider', created.reply);
  if (!hasQrcode) return 'QR_FAIL';

  const pay = async (amount: number) => {
    // PayoneX takes one payment of a QR code.
    const payment = await counterparties.payIfOpen(qrcodeId, amount);
    if (payment) expectations.paid(`payment ${payment.paymentId}`, amount, actor.no);
    else if (step.provider !== 'PAYONEX') expectations.violated(`${qrcodeId} could not be paid`);
  };
  switch (step.use) {
    case 'leave':
      break;
    case 'pay':
      await pay(step.amount);
      break;
    case 'pay_other':
      await pay(step.other);
      break;
    case 'pay_twice':
      await Promise.all([pay(step.amount), pay(step.amount)]);
      break;
    case 'cancel_then_pay':
      await call(world, actor, server, 'DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
      await pay(step.amount);
      break;
    case 'replace_then_pay':
      await create(step.provider === 'KBANK' ? 'FP' : 'KBANK');
      await pay(step.amount);
      break;
  }
  return 'OK';
}

/** Sends money from a bank account. */
export async function depositByBank(world: World, step: Of<'bank'>): Promise<Ending> {
  const { actors, channels, expectations } = world;
  const actor = actors[step.member] as Actor;
  const sender = senderOf(actor, step);
  const { reference, statementReference } = await channels.bankTransfer({
    fromBankCode: actor.bankCode,
    fromAccountNo: sender.bankAccountNo,
    fromName: sender.bankAccountName,
    toAccountNo: step.from === 'to_unknown_account' ? UNKNOWN_ACCOUNT : step.toAccountNo,
    amount: step.amount,
  });
  const what = `bank transfer ${reference}, ${step.from},`;
  const owner = step.from === 'to_unknown_account' ? undefined : ownerOf(actors, sender);
  const isTheirs = step.from !== 'stranger' && step.from !== 'lookalike';
  if (owner === undefined && isTheirs) {
    expectations.suspended(what, step.amount, { member: actor.no, statementReference });
  } else expectations.paid(what, step.amount, owner ?? 'suspense');
  return owner === undefined ? 'SUSPENSE' : 'OK';
}

/** Returns the sender as their bank knows them. */
function senderOf(actor: Actor, { from, stranger }: Of<'bank'>): Actor {
  switch (from) {
    case 'stranger':
      return { ...actor, bankAccountNo: STRANGERS_ACCOUNT, bankAccountName: stranger };
    case 'lookalike':
      return { ...actor, bankAccountNo: lookalikeOf(actor), bankAccountName: LOOKALIKES_NAME };
    case 'other_script':
      return { ...actor, bankAccountName: NAME_IN_THAI };
    case 'cut_name':
      return { ...actor, bankAccountName: actor.bankAccountName.slice(0, 2) };
    case 'own_account':
    case 'to_unknown_account':
      return actor;
  }
}

/**
 * Sends money from the member's bank account and uploads the slip: as the member, another member, or both at
 * once.
 */
export async function depositBySlip(world: World, step: Of<'slip'>, { server }: Press): Promise<Ending> {
  const { actors, channels, expectations, servers } = world;
  const actor = actors[step.member] as Actor;
  const other = actors[step.other] as Actor;
  // A silent feed lets the slip be first.
  if (step.first === 'slip') await world.counterparties.fault({ port: 'feed', kind: 'http_500', rate: 1 });
  const { reference, statementReference } = await channels.bankTransfer({
    fromBankCode: actor.bankCode,
    fromAccountNo: actor.bankAccountNo,
    fromName: actor.bankAccountName,
    toAccountNo: OPERATOR.bankAccounts[0],
    amount: step.amount,
  });
  // A slip that comes first identifies a sender whom the feed cannot.
  const owner = ownerOf(actors, actor);
  const owners: Owner[] =
    owner === undefined
      ? ['suspense', ...actors.flatMap((one) => (isAlike(one, actor) ? [one.no] : []))]
      : [owner];
  expectations.paid(`bank transfer ${reference} with a slip`, step.amount, ...owners);
  if (step.first === 'feed') await toldBy(world, 'statement_ref', statementReference);

  const jpeg = await channels.slip(reference);
  const uploaders = { sender: [actor], somebody_else: [other], both: [actor, other] }[step.by];
  const ends = await Promise.all(
    uploaders.map(async (uploader, index): Promise<Ending> => {
      const url = await servers.urlOf(server + index);
      const answer = await uploadSlip(url, uploader.api.token, jpeg).catch(() => undefined);
      if (!answer) return 'CUT_OFF';
      if (answer.status === 200) return 'PENDING';
      return (answer.body as { message: Ending }).message;
    }),
  );
  if (step.first === 'slip') {
    await toldBy(world, 'slip_ref', reference);
    await world.counterparties.clearFaults();
  }
  return ends[0] ?? 'NOTHING';
}

/** Wait for one channel's report of a transfer before the other one reports. */
const TOLD_WITHIN_MS = 4_000;

/**
 * Waits until the ledger knows a transfer by one of its references. With faults, it may take longer than the
 * wait.
 */
async function toldBy({ database }: World, column: string, reference: string): Promise<void> {
  if (!database) return;
  const look = async () => {
    const rows = await database.query(`select from incoming_transfer where ${column} = $1`, [reference]);
    return rows.length > 0;
  };
  await until(`${reference} is told of`, TOLD_WITHIN_MS, look).catch(() => {});
}

const isAlike = (one: Actor, other: Actor): boolean =>
  one.bankCode === other.bankCode &&
  one.bankAccountName === other.bankAccountName &&
  one.bankAccountNo.slice(5, 9) === other.bankAccountNo.slice(5, 9);

/** Redeems a gift link, alone or against another member. */
export async function depositByGift(world: World, step: Of<'gift'>, how: Press, no: StepNo): Promise<Ending> {
  const { actors, channels, expectations } = world;
  const actor = actors[step.member] as Actor;
  const other = actors[step.other] as Actor;
  if (step.link === 'nonsense') {
    const body = { link: encryptGift(world.giftKey, 'https://example.org/?v=abcdefghijklmnopqrst') };
    return press(world, actor, how, 'POST /api/wallet/truelink', body, no);
  }
  const isUsed = step.link === 'used' && world.lastGift !== undefined;
  const link =
    isUsed && world.lastGift
      ? world.lastGift
      : await channels.gift({
          amount: step.amount,
          people: step.people,
          expired: step.link === 'expired',
        });
  const claimants = step.link === 'two_at_once' ? [actor, other] : [actor];
  world.lastGift = link;
  const ends = await Promise.all(
    claimants.map((claimant, index) => {
      expectations.handedIn(link, claimant.no);
      const body = { link: encryptGift(world.giftKey, link) };
      const at = { ...how, server: how.server + index, times: 1 as const };
      return press(world, claimant, at, 'POST /api/wallet/truelink', body, no);
    }),
  );
  const taken = ends.filter((end) => end === 'OK' || end === 'PENDING');
  if (taken.length > 1 && actor !== other)
    expectations.violated(`two members were told that ${link} is theirs`);
  return ends.find((end) => end === 'OK' || end === 'PENDING') ?? ends[0] ?? 'NOTHING';
}

/** Sends money from a digital wallet. */
export async function depositByWallet(world: World, step: Of<'ewallet'>): Promise<Ending> {
  const { actors, channels, expectations } = world;
  const actor = actors[step.member] as Actor;
  const { transactionId } = await channels.walletTransfer({
    fromPhone: step.from === 'stranger' ? STRANGERS_PHONE : actor.username,
    toWallet: step.from === 'to_gift_wallet' ? OPERATOR.giftWallet.mobile : OPERATOR.ewallet,
    amount: step.amount,
  });
  expectations.paid(
    `wallet transfer ${transactionId}`,
    step.amount,
    step.from === 'own_phone' ? actor.no : 'suspense',
  );
  return 'OK';
}
