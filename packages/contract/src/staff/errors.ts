/** Error codes of staff calls, with the HTTP status of their replies. Players' calls have their own catalogue. */
export const STAFF_ERROR_STATUS = {
  UNAUTHORIZED: 401,
  WRONG_CREDENTIAL: 401,
  /** The password was right; the code of the second factor is missing. */
  CODE_REQUIRED: 401,
  CODE_INVALID: 401,
  /** The person signs in with a passkey, and has no authenticator app. */
  PASSKEY_REQUIRED: 401,
  /** The passkey’s answer is not valid: another site, another person, too late, used before, or a copy. */
  PASSKEY_INVALID: 401,
  /** The permission of the call is missing. */
  FORBIDDEN: 403,
  /** The request came from another site. */
  ORIGIN_INVALID: 403,
  /** The staff member must set up a second factor first. */
  SECOND_FACTOR_REQUIRED: 403,
  /** A one-time link is unknown, used or too old. */
  LINK_INVALID: 410,
  PASSWORD_WEAK: 400,
  NO_DATA: 404,
  /** The maker of a proposal, or the person it is about, must not decide it. */
  OWN_PROPOSAL: 409,
  ALREADY_DECIDED: 409,
  /** A proposal about the same subject is open. */
  ALREADY_PROPOSED: 409,
  /** Another person works on it now. */
  LEASED: 409,
  /** A refusal or a hold has no reason. */
  REASON_REQUIRED: 400,
  APPROVAL_EXPIRED: 409,
  /** The action's own rules no longer hold. */
  NOT_POSSIBLE: 409,
  /** A member's protection is as strict already, or stricter: staff never loosen it. */
  ONLY_TIGHTER: 409,
  /** Another slip has this transfer's reference. */
  REFERENCE_USED: 409,
  /** The money may be a deposit in suspense, or one in the statement at another time. */
  MONEY_HELD: 409,
  /** The money was credited to another member. */
  CREDITED_ELSEWHERE: 409,
  /** A bonus does not end while credit is in games or on its way. */
  BONUS_CONDITION: 409,
  /** A game's credit cannot be read now. */
  CREDIT_UNKNOWN: 409,
  /** The SMS service did not take a message. */
  SMS_FAILED: 503,
  KEY_MISSING: 400,
  KEY_INVALID: 400,
  REQUEST_LIMIT: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type StaffErrorCode = keyof typeof STAFF_ERROR_STATUS;

/** Errors that any staff call may answer. */
const ANY_CALL = [
  'KEY_MISSING',
  'KEY_INVALID',
  'ORIGIN_INVALID',
  'REQUEST_LIMIT',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies StaffErrorCode[];

/** Errors that any call with a session may answer. */
const WITH_SESSION = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
] as const satisfies StaffErrorCode[];

/** Returns every code that a staff call may fail with. */
export const staffErrorsOf = (spec: {
  permission: string;
  errors: readonly StaffErrorCode[];
}): StaffErrorCode[] => [
  ...new Set<StaffErrorCode>([
    ...spec.errors,
    ...ANY_CALL,
    ...(spec.permission === 'none' ? [] : WITH_SESSION),
  ]),
];
