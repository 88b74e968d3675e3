/** Texts of the settings in force. */
export const settings = {
  title: 'Settings in force',
  lead: 'They are environment variables, read at the start of the server. Here they can only be read.',
  find: 'Find a setting',
  findHint: 'Part of its name',
  none: 'No setting has this name',
  name: 'Name',
  value: 'Value in force',
  source: 'From',
  about: 'What it does',
  environment: 'Environment',
  default: 'Default',
  isSet: 'Set',
  notSet: 'Not set',
} as const;

/** Sections of the settings. */
export const settingSections = {
  'Server process': 'Server process',
  Database: 'Database',
  'Secrets and sessions': 'Secrets and sessions',
  'Money and counterparties': 'Money and counterparties',
  Services: 'Services',
  Files: 'Files',
  Staff: 'Staff',
  'Browsers and proxies': 'Browsers and proxies',
  'Logs, metrics and traces': 'Logs, metrics and traces',
  Sandbox: 'Sandbox',
  'Rate limits': 'Rate limits',
  Counterparties: 'Counterparties',
} as const;
