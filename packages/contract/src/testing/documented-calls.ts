/** One call of the specification. Fields are written `path:type`, with `[]` for the items of a list. */
export interface DocumentedCall {
  /** Allowed callers, where not members alone. */
  open?: 'public' | 'anyone';
  /** Fields of the body. */
  takes?: string;
  /** The form field of the one file. */
  file?: string;
  /** Fields of the reply; `|null` after a type that may be null, `?` after a field that may be absent. */
  gives?: string;
}

const BANNERS = 'banners[].image:string banners[].html:string';
const RECORD =
  'qrcodeId:string hasQrcode:boolean qrcode:string amount:number expireIn:number message:string?';
const REGISTRATION =
  'name:string username:string password:string sourceCode:string inviteCode:string bankCode:string bankAccountName:string bankAccountNo:string currency:string';
const PROFILE =
  'profile._id:string profile.name:string profile.username:string profile.sourceCode:string profile.inviteCode:string profile.bankCode:string profile.bankAccountName:string profile.bankAccountNo:string profile.currency:string profile.coin:number profile.createdAt:string';
const BANK_ACCOUNT =
  'bankAccount.bankAccountName:string bankAccount.bankAccountNo:string bankAccount.bank.nameTH:string';
const SLOTS =
  'slots[].code:string slots[].name:string slots[].logo:string slots[].background:string slots[].category:string slots[].isActive:boolean slots[].amount:number slots[].web:string slots[].android:string slots[].ios:string';
const PAGE = 'page:number limit:number';
const WHO = 'userId:string guestId:string';
const UPLOADED = 'url:string filePath:string';

const LOOKUPS = {
  'GET /api/lookup/banks': { open: 'public', gives: '[].code:string [].nameTH:string [].nameEN:string' },
  'GET /api/lookup/deposit': {
    gives:
      'banks[].bank.nameTH:string banks[].bank.nameEN:string banks[].bankType:string banks[].bankCode:string banks[].mode:string banks[].bankAccountName:string banks[].bankAccountNo:string banks[].currency:string wallets[].walletAccountName:string wallets[].mode:string? isManual:boolean',
  },
  'GET /api/lookup/conditions': { gives: 'html:string' },
  'GET /api/lookup/agreements': { gives: '[]:string' },
  'GET /api/lookup/info': { open: 'public', gives: 'name:string website:string' },
  'GET /api/lookup/notice': { gives: 'text:string' },
  'GET /api/lookup/contact': { open: 'public', gives: 'text:string? link:string? qrcode:string?' },
  'GET /api/lookup/withdraw': { gives: 'withdrawMin:number withdrawMax:number' },
  'GET /api/lookup/slip': { gives: 'windows[].from:string windows[].to:string' },
  'GET /api/lookup/sources': { open: 'public', gives: '[].code:string [].description:string' },
  'GET /api/lookup/active': { open: 'public', gives: 'isActive:boolean' },
  'GET /api/lookup/registerOTP': { open: 'public', gives: 'registerOTP:boolean' },
  'GET /api/lookup/enableChatWidget': { open: 'public', gives: 'isActive:boolean' },
} satisfies Record<string, DocumentedCall>;

const ACCOUNT = {
  'POST /api/login': { open: 'public', takes: 'username:string password:string', gives: 'token:string' },
  'POST /api/account/validate': { open: 'public', takes: REGISTRATION },
  'POST /api/account': { open: 'public', takes: REGISTRATION },
  'GET /api/account/profile': { gives: `${PROFILE} ${BANK_ACCOUNT}` },
  'PUT /api/account/profile': {
    takes: 'name:string bankCode:string bankAccountName:string bankAccountNo:string',
  },
  'PUT /api/account/bankAccountName': { takes: 'bankCode:string bankAccountName:string' },
  'PUT /api/account/changepwd': { takes: 'oldPassword:string newPassword:string' },
  'POST /api/otp/send': {
    open: 'public',
    takes: 'phoneNumber:string',
    gives: 'otpRef:string otpToken:string code:string',
  },
  'POST /api/otp/verify': { open: 'public', takes: 'otpToken:string otpCode:string' },
} satisfies Record<string, DocumentedCall>;

const MONEY = {
  'GET /api/qrcode/:provider': { gives: RECORD },
  'POST /api/qrcode/:provider': { takes: 'amount:number', gives: RECORD },
  'DELETE /api/qrcode/:qrcodeId': {},
  'GET /api/wallet': {
    gives: `${PROFILE} ${BANK_ACCOUNT} wallet.amount:number inviteAmount:number inviteSuccess:number inviteFail:number ${SLOTS}`,
  },
  'GET /api/wallet/refresh/slot': {},
  'GET /api/wallet/activate/:slotCode': {},
  'GET /api/wallet/account/:slotCode': { gives: 'username:string password:string event:object|null' },
  'GET /api/wallet/resetpassword/:slotCode': {},
  'POST /api/wallet/add': { takes: 'amount:number' },
  'POST /api/wallet/transfer': { takes: 'from:string to:string amount:number' },
  'POST /api/wallet/transferAll': { takes: 'to:string' },
  'POST /api/wallet/withdraw': { takes: 'amount:number' },
  'POST /api/wallet/withdrawAll': { takes: 'amount:number' },
  'POST /api/wallet/slip': { file: 'file' },
  'POST /api/wallet/truelink': { takes: 'link:string' },
  'POST /api/statement': {
    takes: PAGE,
    gives:
      'total:number statements[].statementType:string statements[].from:string statements[].to:string statements[].amount:number statements[].status:string statements[].createdAt:string statements[].bonus:object? statements[].promotion:object? statements[].invite:object? statements[].refund:object? statements[].luckydraw:object?',
  },
  'POST /api/statement/slip': {
    takes: PAGE,
    gives:
      'slips[].createdAt:string slips[].amount:number slips[].status:string slips[].note:string slips[].link:string slips[].reference:string',
  },
  'GET /api/statement/slip/reference/:reference': { gives: 'url:string' },
} satisfies Record<string, DocumentedCall>;

const REWARDS = {
  'POST /api/invite': {
    takes: PAGE,
    gives: 'invites[].from.name:string invites[].amount:number invites[].createdAt:string',
  },
  'GET /api/invite/bonus': { gives: 'message:string' },
  'GET /api/invite/banners': { gives: BANNERS },
  'POST /api/refund': { takes: PAGE, gives: 'refunds[].refundAmount:number refunds[].createdAt:string' },
  'GET /api/refund/check': {
    gives:
      'result:boolean bonus:boolean info:string refundAmount:number refundSuccess:number refundFail:number',
  },
  'GET /api/refund/receive': { gives: 'message:string' },
  'GET /api/refund/addWallet': {},
  'GET /api/refund/banners': { gives: BANNERS },
  'GET /api/spinwheel/setup': {
    gives:
      'activeSpinwheel:object|null activeSpinwheel.name:string activeSpinwheel.slices[].code:string activeSpinwheel.slices[].label:string activeSpinwheel.slices[].bgColor:string activeSpinwheel.slices[].textColor:string activeSpinwheel.slices[].htmlDescription:string userCoin:number',
  },
  'POST /api/spinwheel/spin': { gives: 'code:string label:string remainingCoin:number' },
  'GET /api/spinwheel/coupon': { gives: '[].prize.name:string [].prize.slice:string [].amount:number' },
  'POST /api/spinwheel/coupon/claim': { takes: 'coupon:string' },
  'GET /api/spinwheel/active': { gives: 'isActive:boolean' },
  'GET /api/bonus': {
    gives:
      '[].code:string [].type:string [].maxReceived:number [].banners[].image:string [].banners[].html:string [].percentFail:number [].userBonus:object|null [].userBonus._id:string [].userBonus.isActive:boolean [].userBonus.received[].updatedAt:string',
  },
  'GET /api/bonus/activate/:code': {
    gives: 'userBonus._id:string userBonus.isActive:boolean userBonus.received[].updatedAt:string',
  },
  'GET /api/bonus/check/active': { gives: 'status:boolean type:string' },
  'GET /api/bonus/check/minimum': {},
  'GET /api/bonus/clear': { gives: 'message:string' },
  'GET /api/promotion/current': {},
  'GET /api/promotion/find/:code': { gives: 'percentFail:number description:string' },
  'GET /api/promotion/activate/:code': {},
} satisfies Record<string, DocumentedCall>;

const GAMES = {
  'GET /api/autoLogin/pg/:username': { gives: 'link:string' },
  'GET /api/autoLogin/betflix/:username': { gives: 'link:string' },
  'GET /api/autoLogin/askmebet/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/imi/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/usun/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/areaslot/:username': { gives: 'link:string' },
  'GET /api/autoLogin/circus/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/slotracha/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/pgslot/:username/:password': { gives: 'link:string' },
  'GET /api/autoLogin/joker2/:username': { gives: 'link:string' },
  'GET /api/autoLogin/huayhd/:username': { gives: 'link:string' },
} satisfies Record<string, DocumentedCall>;

const CHAT = {
  'GET /api/chat/config': { open: 'anyone', gives: 'PREFIX:string' },
  'POST /api/chat/send-message': {
    open: 'anyone',
    takes: `_id:string sender:string message:object message.message_type:string message.payload:object session_id:string ${WHO} username:string name:string deviceToken:string`,
  },
  'POST /api/chat/history': {
    open: 'anyone',
    takes: `${WHO} limit:number skip:number`,
    gives:
      'messages[].sender:string messages[].message.message_type:string messages[].message.payload:object messages[].message.payload.message:string messages[].message.payload.url:string messages[].message.payload.fileType:string messages[].message.payload.filePath:string messages[].createdAt:string messages[].session_id:string messages[].userId:string messages[].guestId:string messages[].username:string messages[].name:string messages[].deviceToken:string',
  },
  'POST /api/chat/upload-image': { open: 'anyone', file: 'file', gives: UPLOADED },
  'POST /api/chat/upload-video': { open: 'anyone', file: 'file', gives: UPLOADED },
  'PUT /api/chat/read-customer/': { open: 'anyone', takes: WHO },
} satisfies Record<string, DocumentedCall>;

/** Every call of the specification. */
export const DOCUMENTED_CALLS: Readonly<Record<string, DocumentedCall>> = {
  ...LOOKUPS,
  ...ACCOUNT,
  ...MONEY,
  ...REWARDS,
  ...GAMES,
  ...CHAT,
};
