import type { NoPayment } from '@krapao/contract/staff/incoming';

/*
 * Types of entries that no customer pays by. Others are taken for payments, also those that a bank has invented: whether
 * a member paid is then told by the sender.
 */

const byCode = (codes: Readonly<Record<NoPayment, string>>): ReadonlyMap<string, NoPayment> =>
  new Map(
    (Object.keys(codes) as NoPayment[]).flatMap((noPayment) =>
      codes[noPayment].split(' ').map((code) => [code, noPayment] as const),
    ),
  );

/** Last three letters of the type in `:61:` of MT940, as SWIFT lists them. */
const SWIFT = byCode({
  bank_return: 'RTI',
  bank_charge: 'BNK BRF CHG COM MGT ODC TRN UWC',
  bank_interest: 'CPN DIV INT',
  own_transfer: 'CMI CMN CMS CMT CMZ EXT TRA',
  bank_entry:
    'CAR CAS CMP DCR DIS FEX LDP MAR MAT NWI OPT PCH POP PRN REC RED RIG SAL SEC SLE STP SUB SWP TAX TCM VDA WAR',
});

/** Sub-families of ISO 20022's bank transaction codes, of any family. */
const SUB_FAMILIES = byCode({
  bank_return: 'ARET AREV PRDD RCDD RPCR RRTN UPCQ UPCT UPDD XPCQ',
  bank_charge: 'CHRG COME COMI COMM COMT FEES RIMB TAXE',
  bank_interest: 'INTR',
  own_transfer: 'COAT ICCT ZABA',
  bank_entry: 'ADJT CAJT DAJT',
});

/** Domains of payments; `XTND` is a bank's own. */
const PAYMENTS: readonly string[] = ['', 'PMNT', 'XTND'];
/** Domain, and families of payments, of moves between accounts of one owner. */
const OWN = { domain: 'CAMT', families: ['RCCN', 'ICCN'] };
/** Families of payments that we make: a credit among them is one that comes back. */
const ISSUED: readonly string[] = ['ICDT', 'ICHQ', 'IRCT'];
/** A bank's own code that begins with SWIFT's, such as `NTRF+166`. */
const SWIFT_CODE = /^[FNS][A-Z0-9]{3}(?![A-Z0-9])/;

/** Returns what an entry of MT940 is by its type, such as `NRTI`; null for a payment. */
export const noPaymentOfSwift = (type: string): NoPayment | null => SWIFT.get(type.slice(1)) ?? null;

/** A bank transaction code of ISO 20022; its parts are empty where an entry has none. */
export interface IsoCode {
  domain: string;
  family: string;
  subFamily: string;
  /** The bank's own code. */
  proprietary: string;
}

/** Returns what an entry of CAMT.053 is by its code; null for a payment. */
export function noPaymentOfIso(code: IsoCode | undefined): NoPayment | null {
  if (!code) return null;
  const { domain, family, subFamily, proprietary } = code;
  const known = SUB_FAMILIES.get(subFamily);
  if (known) return known;
  if (domain === 'PMNT' && ISSUED.includes(family)) return 'bank_return';
  if (domain === OWN.domain || OWN.families.includes(family)) return 'own_transfer';
  if (!PAYMENTS.includes(domain)) return 'bank_entry';
  const [swift] = SWIFT_CODE.exec(proprietary) ?? [];
  return swift === undefined ? null : noPaymentOfSwift(swift);
}
