import type { factor as factorSource, security as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const security: Translated<typeof source> = {
  title: 'Security',
  lead: 'A passkey logs you in with your finger, your face or your screen lock. It is safer than an SMS, which goes to whoever has your SIM card.',
  passkeys: 'Passkeys',
  noPasskeys: 'No passkey yet',
  addPasskey: 'Add a passkey',
  passkeyAdded: 'The passkey is added',
  passkeyKnown: 'This device already has a passkey of yours',
  usedAt: 'Last used',
  neverUsed: 'Not used yet',
  rename: 'Rename the passkey',
  passkeyName: 'Name of the passkey',
  save: 'Save',
  remove: 'Remove',
  removePasskey: 'Remove this passkey',
  removePasskeyText: 'Its device can no longer log in with it.',
  removed: 'Removed',
  totp: 'Authenticator app',
  totpOn: 'In use: log-ins with the password ask for its code',
  totpOff: 'Not in use',
  setUp: 'Set up',
  setUpAgain: 'Set up again',
  totpLead:
    'Scan the QR code with your authenticator app, or type this key into it. Then enter the 6 digits that the app shows.',
  totpQr: 'QR code for the authenticator app',
  totpKey: 'Key',
  totpCode: 'Code from the app',
  totpDone: 'Your authenticator app is in use',
  removeTotp: 'Stop using the authenticator app',
  removeTotpText: 'Log-ins will no longer ask for its code.',
  codes: 'Recovery codes',
  codesLeft: '{count} left',
  codesHint: 'Make new ones if you do not have them at hand.',
  codesGo: 'Your recovery codes go with it.',
  newCodes: 'Make new codes',
  newCodesText: 'None of the codes you have now will work any more.',
  codesLead:
    'Keep these codes somewhere other than on this device. Each works once, for when your device is lost. We do not show them again.',
  copyCodes: 'Copy all',
  codesKept: 'I have kept them',
  proofTitle: 'Is it you?',
  proofLead: 'To keep your money safe, please confirm who you are before we go on.',
  byPasskey: 'Use a passkey',
  password: 'Password',
  confirm: 'Confirm',
  offerTitle: 'Easier next time',
  offerLead:
    'Add a passkey and log in with your finger, your face or your screen lock, without typing a password.',
  notNow: 'Not now',
};

export const factor: Translated<typeof factorSource> = {
  code: 'Code from the app, or a recovery code',
  codeHint: 'Lost your device? Use one of your recovery codes.',
  logInCode: 'Enter your code',
  logInCodeLead:
    'This account uses an authenticator app. Enter the code that it shows, or one of your recovery codes.',
  logInByPasskey: 'Log in with a passkey',
};
