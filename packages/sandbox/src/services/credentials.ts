/**
 * The credentials of the emulated services: fixed demo values, in no way secret. docs/protocol/services.md lists
 * them as an operator would set them.
 */

export const THAIBULKSMS = { apiKey: 'demo-thaibulksms-key', apiSecret: 'demo-thaibulksms-secret' };

export const SMSMKT = { apiKey: 'demo-smsmkt-key', secretKey: 'demo-smsmkt-secret' };

export const TWILIO = {
  accountSid: `AC${'de'.repeat(16)}`,
  authToken: 'demo-twilio-token',
  /** A number and a messaging service of the account. */
  from: '+15005550006',
  messagingServiceSid: `MG${'de'.repeat(16)}`,
};

export const EASYSLIP = { apiKey: 'demo-easyslip-key' };

export const SLIPOK = { branchId: '10001', apiKey: 'demo-slipok-key' };

export const SLIP2GO = { secretKey: 'demo-slip2go-secret' };

export const PAYONEX = { accessKey: 'demo-payonex-access-key', secretKey: 'demo-payonex-secret-key' };

export const SCB = {
  applicationKey: 'demo-scb-application-key',
  applicationSecret: 'demo-scb-application-secret',
  /** Made of zeros: no banking app can pay it, so a picture of its QR cannot cost real money. */
  billerId: '000000000000001',
  /** The third reference of a QR begins with it. */
  ref3Prefix: 'KRP',
  /** The account that bills are paid into. */
  accountNo: '0002345683',
};

export const OPN = {
  publicKey: 'pkey_test_demo',
  secretKey: 'skey_test_demo',
  /** Signs the webhook, in base64. */
  webhookSecret: 'ZGVtby1vcG4td2ViaG9vay1zZWNyZXQ=',
  /** The one before it, which signs too while it is being changed. */
  oldWebhookSecret: 'ZGVtby1vcG4tb2xkLXdlYmhvb2stc2VjcmV0',
};

export const STRIPE = {
  secretKey: 'sk_test_demo',
  /** Signs the webhook, with its prefix. */
  webhookSecret: 'whsec_demo_stripe',
  /** The one before it, which signs too while it is being changed. */
  oldWebhookSecret: 'whsec_demo_stripe_old',
};

/** The secret that signs the webhook of a merchant's wallet. */
export const TRUEMONEY = { webhookSecret: 'demo-truemoney-webhook-secret' };

export const CHATWOOT = {
  accountId: 1,
  inboxId: 7,
  inboxIdentifier: 'demo-chatwoot-inbox',
  hmacToken: 'demo-chatwoot-hmac-token',
  webhookSecret: 'demo-chatwoot-webhook-secret',
  agentToken: 'demo-chatwoot-agent-token',
};

export const LINE = {
  channelSecret: 'demo-line-channel-secret',
  channelAccessToken: 'demo-line-access-token',
  /** A token past its end. */
  expiredAccessToken: 'demo-line-expired-token',
  /** The bot's own user id, and a member of staff. */
  botUserId: `U${'b0'.repeat(16)}`,
  staffUserId: `U${'57'.repeat(16)}`,
  /** The group of the operator's staff. */
  groupId: `C${'de'.repeat(16)}`,
};
