import { join } from 'node:path';
import type { Rolldown } from 'vite';

const APP = join(import.meta.dirname, '..', 'src', 'app', 'main.tsx');
/** Modules loaded with any first screen after the login page. */
const LATER =
  /\/src\/(?:app\/(?:route-table|all-reads|words\/later-words)|(?:features\/\w+|wallet)\/reads|lib\/account-no|ui\/more-outlines)\.ts$|^virtual:code-names$/;
/**
 * A few lines between the screens' table and the modules that read: in the file of either, they would tie it
 * to the other.
 */
const READ_TRAITS = /\/src\/lib\/read-traits\.ts$/;
/** Modules that read from the API. */
const DATA = /\/node_modules\/(?:swr|dequal|use-sync-external-store)\/|\/src\/lib\/(?:use-api|kept)\.ts$/;
/** Modules for times and countdowns. */
const TIME = /\/src\/(?:lib\/dates|ui\/time)\.tsx?$/;
/** Modules of the visitors' pages, beyond the login page. */
const PAGES =
  /\/src\/(?:ui\/(?:button-link|layout|load-failed|select|display\.module)[\w.]*|lib\/(?:bank-name|back-layers|use-back-layer)\.ts)$/;
/** Modules that sanitize the operator's HTML, which few screens show. */
const HTML = /\/src\/ui\/(?:safe-html|plain-content|browser-sanitizer)[\w.]*$/;
/** Modules of the parts over all pages: messages, and the state of the connection and of pending intents. */
const OVER = /\/src\/(?:app\/(?:over-pages|offline-banner)|ui\/(?:dialog-stack|toast-host)|lib\/intent)/;
/** Modules of dialogs. */
const DIALOGS =
  /\/src\/(?:app\/(?:dialogs|modal-host|modal-registry)|features\/\w+\/modals|ui\/(?:dialog\.|alert-host|scroll-stop))/;
/** Modules of amount fields. */
const AMOUNT = /\/src\/ui\/amount-(?:entry|text)/;
/** Pictures over the operator's HTML; in a shared file they would pull the HTML modules in. */
const BANNERS = /\/src\/ui\/banner-carousel[\w.]*$/;
/** Modules that most screens share. */
const SHARED =
  /\/src\/(?:(?:lib|ui|wallet|features\/session)\/|operations\/(?:(?:use-)?collect|send|refresh|operation|movement)\.ts|features\/bonus\/active-bonus-api)/;
/** Money operations, beyond the one on home: their features need one each, the recovery all of them. */
const OPERATIONS = /\/src\/operations\/(?!registry|use-|move-credit)[\w-]+\.ts$/;
const APART = [HTML, BANNERS, OVER, DIALOGS, AMOUNT, TIME, PAGES];

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * Bundles the app as one file with the login page and only its dependencies, and the code that most other
 * screens share as a few more files rather than twenty small ones. A group of higher priority includes its
 * imports.
 */
export function codeGroups(): Rolldown.CodeSplittingGroup[] {
  let first: ReadonlySet<string> | undefined;
  const isFirst = (id: string, context: Context): boolean => {
    first ??= neededBy(APP, context);
    return first.has(id);
  };
  const later = (name: string, isIn: (id: string) => boolean): Rolldown.CodeSplittingGroup => ({
    name: (id, context) => (isIn(id) && !isFirst(id, context) ? name : null),
    debugName: name,
  });
  const isCommon = (id: string) => SHARED.test(id) && !APART.some((group) => group.test(id));
  return [
    {
      name: (id, context) => (isFirst(id, context) || READ_TRAITS.test(id) ? 'app' : null),
      debugName: 'app',
      priority: 3,
    },
    { ...later('data', (id) => DATA.test(id)), priority: 2 },
    { ...later('time', (id) => TIME.test(id)), priority: 2 },
    { ...later('over', (id) => OVER.test(id)), priority: 2 },
    { ...later('pages', (id) => PAGES.test(id)), priority: 2 },
    { ...later('common', isCommon), minShareCount: 3, priority: 1 },
    { name: 'later', test: LATER },
    later('html', (id) => HTML.test(id)),
    later('dialogs', (id) => DIALOGS.test(id)),
    later('amount', (id) => AMOUNT.test(id)),
    later('operations', (id) => OPERATIONS.test(id)),
  ];
}

/** Returns a module and all its static imports. */
function neededBy(entry: string, context: Context): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (id: string) => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  add(entry);
  return needed;
}
