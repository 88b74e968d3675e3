/** An event of an account that its member is told of, on the channel from before it. */
export type AccountEvent =
  | 'newDevice'
  | 'password'
  | 'phone'
  | 'bank'
  | 'name'
  | 'passkey'
  | 'passkeyRemoved'
  | 'totp'
  | 'totpRemoved'
  | 'codes'
  | 'factorsRemoved';
