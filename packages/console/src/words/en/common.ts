/** Texts that every room uses. */
export const common = {
  close: 'Close',
  cancel: 'Cancel',
  again: 'Try again',
  loading: 'Loading',
  loadFailed: 'This could not be read',
  stale: 'Shown as of {time}.',
  forbidden: 'This page is not for your role',
  forbiddenHint: 'If you need it for your work, ask the owner for the permission.',
  unknown: 'Unknown',
  somebody: 'Another person',
  select: 'Select {name}',
  selectAll: 'Select all',
  more: 'Show more',
  end: 'That is all',
  changed: 'This list has changed.',
  show: 'Show',
  copy: 'Copy {text}',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying',
  reason: 'Reason',
  reasonOptional: 'Reason, if there is something to say',
  done: 'Done',
  waits: 'Proposed. A second person decides.',
  unknownEnd:
    'No clear answer came. It may have been carried out: close this and look at the page before you do it again.',
  closeAndLook: 'Close and look',
} as const;

export const time = {
  seconds: '{count} s',
  minutes: '{count} min',
  hours: '{count} h',
  days: '{count} days',
} as const;

export const currency = {
  BAHT: 'Baht',
  LAK: 'Kip',
} as const;

export const frame = {
  skip: 'Skip to the content',
  search: 'Search',
  menu: 'Menu',
  rooms: 'Rooms',
  waiting: 'waiting',
  person: '{name}: settings',
  language: 'Language',
  theme: 'Look',
  theme_system: 'As the system',
  theme_light: 'Light',
  theme_dark: 'Dark',
  factor: 'Authenticator app',
  signOut: 'Sign out',
  notFound: 'There is no such page',
  toToday: 'To Today',
} as const;

export const palette = {
  label: 'Page, or a member by phone, name, account …',
  found: 'Found',
  none: 'Nothing found',
  page: 'Page',
} as const;

export const keys = {
  title: 'Keys',
  help: 'Show the keys',
  palette: 'Find a page or a member',
  open: 'Open what has the focus',
  send: 'Send a form',
  down: 'Next row',
  up: 'Previous row',
  next: 'Open the next one',
  close: 'Close',
  approve: 'Approve',
  refuse: 'Refuse',
  hold: 'Hold',
} as const;

export const session = {
  title: 'Sign in to the console',
  email: 'E-mail',
  password: 'Password',
  code: 'Code',
  codeHint: 'The six digits of your authenticator app, or a recovery code',
  signIn: 'Sign in',
  provider: 'Sign in with the company account',
  otherAddress: 'Other address',
  over: 'Your session is over',
  overHint: 'Sign in again. What you were typing is still there.',
  unreachable: 'The server does not answer',
  unreachableHint: 'Check your connection or VPN.',
} as const;

export const link = {
  title: 'Choose your password',
  lead: 'At least {count} characters. It ends all your sessions.',
  password: 'New password',
  repeat: 'Once more',
  other: 'The two are not the same',
  save: 'Save',
  done: 'Your password is set',
  doneHint: 'The link cannot be used again.',
} as const;

export const factor = {
  title: 'Authenticator app',
  lead: 'An app on your phone shows a new code every 30 seconds. You need it to sign in. First type your password again.',
  begin: 'Continue',
  scan: 'Scan this with the app, then type the code that it shows.',
  qr: 'QR code for the authenticator app',
  secret: 'Or type this into the app:',
  confirm: 'Confirm',
  recovery: 'Recovery codes',
  recoveryHint:
    'Each works once instead of the app. Print them or keep them in a password manager: they are not shown again.',
  kept: 'I have kept them',
} as const;

export const roles = {
  support: 'Support',
  cashier: 'Cashier',
  finance: 'Finance',
  risk: 'Risk',
  protection: 'Protection',
  content: 'Content',
  manager: 'Manager',
  auditor: 'Auditor',
  owner: 'Owner',
} as const;
