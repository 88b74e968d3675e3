import { acceptsAccountNo } from './schema.ts';
import type { Bank, Content, DemoMember, DepositBank } from './schema.ts';

/** Checks rules that span several entries or files of a content folder. */

type Path = readonly (string | number)[];

/** Records one fault: the content key, the path below it and the message. */
export type Report = (key: string, path: Path, message: string) => void;

/**
 * Checks one file's entries against each other and against the other files.
 * @param assets names of the files in the folder's `assets`
 */
export function checkContent(content: Content, assets: ReadonlySet<string>, report: Report): void {
  checkCodes(content, report);
  checkAssets(content, assets, report);
  checkDepositBanks(content, report);
  checkUnique(
    content.depositAccounts.wallets,
    (wallet) => wallet.walletAccountName,
    (index, value) =>
      report('depositAccounts', ['wallets', index, 'walletAccountName'], `${value} is used twice`),
  );
}

/** Checks demo members against their banks and against each other. */
export function checkDemoMembers(members: readonly DemoMember[], content: Content, report: Report): void {
  checkUnique(
    members,
    (member) => member.phone,
    (index, value) => report('demoMembers', [index, 'phone'], `${value} is used twice`),
  );
  for (const [index, member] of members.entries()) {
    checkAccount(member, content.banks.banks, (field, message) =>
      report('demoMembers', [index, field], message),
    );
  }
}

function checkCodes(content: Content, report: Report): void {
  const { banks, gateways } = content.banks;
  const twice = (key: string, path: Path) => (index: number, value: string) =>
    report(key, [...path, index, 'code'], `${value} is used twice`);
  const codeOf = (entry: { code: string }) => entry.code;
  checkUnique(banks, codeOf, twice('banks', ['banks']));
  checkUnique(gateways, codeOf, twice('banks', ['gateways']));
  checkUnique(content.sources, codeOf, twice('sources', []));
  checkUnique(content.providers, codeOf, twice('providers', []));
  checkUnique(content.bonuses, codeOf, twice('bonuses', []));
  checkUnique(content.promotions, codeOf, twice('promotions', []));
  checkUnique(content.spinwheel.slices, codeOf, twice('spinwheel', ['slices']));
  checkUnique(
    banks,
    (bank) => bank.bankOfThailandNo,
    (index, value) => report('banks', ['banks', index, 'bankOfThailandNo'], `${value} is used twice`),
  );
}

function checkAssets(content: Content, assets: ReadonlySet<string>, report: Report): void {
  const check = (key: string, path: Path, name: string) => {
    if (name !== '' && !assets.has(name)) report(key, path, `there is no file assets/${name}`);
  };
  check('operator', ['contact', 'qrcode'], content.operator.contact.qrcode);
  for (const [index, provider] of content.providers.entries()) {
    check('providers', [index, 'logo'], provider.logo);
    check('providers', [index, 'background'], provider.background);
  }
  for (const [index, { banners }] of content.bonuses.entries()) {
    for (const [place, { image }] of banners.entries()) {
      check('bonuses', [index, 'banners', place, 'image'], image);
    }
  }
  for (const key of ['invite', 'refund'] as const) {
    for (const [place, { image }] of content[key].banners.entries()) {
      check(key, ['banners', place, 'image'], image);
    }
  }
}

function checkDepositBanks(content: Content, report: Report): void {
  const { banks: accounts, isManual } = content.depositAccounts;
  for (const [index, account] of accounts.entries()) {
    const fault = (field: string, message: string) =>
      report('depositAccounts', ['banks', index, field], message);
    if (account.bankType === 'PAYMENT') {
      if (!content.banks.gateways.some((gateway) => gateway.code === account.bankCode)) {
        fault('bankCode', `${account.bankCode} is not a gateway of banks.yaml`);
      }
    } else {
      checkAccount(account, content.banks.banks, fault);
    }
    if (account.adapter !== undefined && account.adapter !== 'house') {
      if (!isQr(account)) fault('adapter', 'only a QR account has one');
      else if (account.currency !== 'BAHT') fault('adapter', `${account.adapter} takes baht alone`);
    }
    if (account.senderIn !== undefined && isQr(account)) fault('senderIn', 'a QR account has none');
    if (account.enabled && !isManual && !hasView(account)) {
      fault('bankCode', `the app cannot show ${account.bankCode} unless isManual is true`);
    }
  }
  const shownQr = (account: DepositBank) => (account.enabled && isQr(account) ? account.bankCode : undefined);
  checkUnique(accounts, shownQr, (index, value) =>
    report('depositAccounts', ['banks', index, 'bankCode'], `a second QR account of ${value} is enabled`),
  );
  // The bank's feed identifies an account by its number alone; a QR account is credited differently.
  const paidInto = ({ enabled, bankType, bankAccountNo }: DepositBank) =>
    enabled && bankType === 'BANK' ? bankAccountNo : undefined;
  checkUnique(accounts, paidInto, (index, value) =>
    report('depositAccounts', ['banks', index, 'bankAccountNo'], `${value} is enabled twice`),
  );
}

type LinkedAccount = Pick<DepositBank, 'bankCode' | 'bankAccountNo' | 'currency'>;

function checkAccount(
  account: LinkedAccount,
  banks: readonly Bank[],
  fault: (field: keyof LinkedAccount, message: string) => void,
): void {
  const bank = banks.find((candidate) => candidate.code === account.bankCode);
  if (!bank) return fault('bankCode', `${account.bankCode} is not a bank of banks.yaml`);
  if (!bank.currencies.includes(account.currency)) {
    fault('currency', `${bank.code} has no accounts in ${account.currency}`);
  }
  if (!acceptsAccountNo(bank, account.bankAccountNo)) {
    const lengths = bank.accountNoLengths?.join(' or ') ?? '6 to 20';
    fault('bankAccountNo', `must be ${lengths} digits for ${bank.code}`);
  }
}

/**
 * Returns whether the app shows an account as a QR: a gateway always, a KBANK account unless its mode is
 * AUTO.
 */
export const isQr = (account: Pick<DepositBank, 'bankCode' | 'bankType' | 'mode'>): boolean =>
  account.bankType === 'PAYMENT' || (account.bankCode === 'KBANK' && account.mode !== 'AUTO');

/**
 * Returns whether the app has a view for an account. One without a view is never shown, so enabling it is a
 * mistake.
 */
const hasView = (account: DepositBank): boolean =>
  isQr(account) || ['SCB', 'GSB', 'KBANK', 'BCEL'].includes(account.bankCode);

function checkUnique<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string | undefined,
  fault: (index: number, value: string) => void,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    if (seen.has(key)) fault(index, key);
    seen.add(key);
  }
}
