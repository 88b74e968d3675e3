import { isFramed } from './framed.ts';

/**
 * Whether this page can make and use passkeys: the browser knows them, the page has a host with a name, to which they
 * belong, and is its own: in another page's frame browsers refuse them.
 */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  /[a-z]/i.test(window.location.hostname) &&
  !isFramed();
