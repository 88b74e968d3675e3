/** Settings by their names in 1.1.14, which still work in this version. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  OUTSIDE_TIMEOUT_MS: 'COUNTERPARTY_TIMEOUT_MS',
  SETTLE_EVERY_MS: 'RECONCILE_EVERY_MS',
};

/** Content names the service of a gateway. The former setting names one of them, with settings of its own. */
const PAYONEX_IN_CONTENT =
  'PAYONEX_SERVICE=payonex is called adapter: payonex in deposit-accounts.yaml, with GATEWAY_PAYONEX_KEY';

/** Returns the environment with former names replaced; a current name that is set as well counts. */
export function withCurrentNames(given: Readonly<Record<string, string | undefined>>) {
  const former = Object.entries(FORMER_NAMES).filter(([name]) => given[name] !== undefined);
  const renamed = Object.fromEntries(former.map(([name, current]) => [current, given[name]]));
  const names = former.map(([name, current]) => `${name} is called ${current}`);
  if (given['PAYONEX_SERVICE']?.trim() === 'payonex') names.push(PAYONEX_IN_CONTENT);
  return { given: { ...renamed, ...given }, formerNames: names };
}
