import { join } from 'node:path';
import type { Rolldown } from 'vite';

const APP = join(import.meta.dirname, '..', 'src', 'app', 'main.tsx');
/** What comes with whichever screen is opened first after the login page. */
const LATER =
  /\/src\/(?:app\/route-table|lib\/i18n\/later-words|ui\/more-outlines)\.ts$|^virtual:code-names$/;
/** What reads from the API. */
const DATA = /\/node_modules\/(?:swr|dequal|use-sync-external-store)\/|\/src\/lib\/(?:use-api|kept)\.ts$/;
/** What tells the time, and counts it down. */
const TIME = /\/src\/(?:lib\/dates|ui\/time)\.tsx?$/;
/** What the pages of visitors are made of, beyond the login page. */
const PAGES =
  /\/src\/(?:ui\/(?:button-link|layout|load-failed|select|display\.module)[\w.]*|lib\/(?:bank-name|back-layers|use-back-layer)\.ts)$/;
/** What makes the operator's HTML harmless, which few screens show. */
const HTML = /\/src\/ui\/(?:safe-html|plain-content|browser-sanitizer)[\w.]*$/;
/** What lies over the pages of everybody: messages, and what is known of the connection and of what is on its way. */
const OVER = /\/src\/(?:app\/(?:over-pages|offline-banner)|ui\/(?:dialog-stack|toast-host)|lib\/intent)/;
/** What dialogs are made of. */
const DIALOGS =
  /\/src\/(?:app\/(?:dialogs|modal-host|modal-registry)|ui\/(?:dialog\.|alert-host|scroll-stop))/;
/** Where an amount is typed. */
const AMOUNT = /\/src\/ui\/amount-(?:entry|text)/;
/** Pictures over the operator's HTML, which they would bring to whoever shares a file with them. */
const BANNERS = /\/src\/ui\/banner-carousel[\w.]*$/;
/** What most screens share, the words left out. */
const SHARED = /\/src\/(?:lib|ui|features\/session)\/(?!i18n\/(?:th|la|en)\b)/;
const APART = [HTML, BANNERS, OVER, DIALOGS, AMOUNT, TIME, PAGES];

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * The app as one file, with the login page and nothing that it can do without; and what most other screens share as
 * a few more, rather than twenty small ones. What has a higher priority takes along what it imports.
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
    { name: (id, context) => (isFirst(id, context) ? 'app' : null), debugName: 'app', priority: 3 },
    { ...later('data', (id) => DATA.test(id)), priority: 2 },
    { ...later('time', (id) => TIME.test(id)), priority: 2 },
    { ...later('over', (id) => OVER.test(id)), priority: 2 },
    { ...later('pages', (id) => PAGES.test(id)), priority: 2 },
    { ...later('common', isCommon), minShareCount: 3, priority: 1 },
    { name: 'later', test: LATER },
    later('html', (id) => HTML.test(id)),
    later('dialogs', (id) => DIALOGS.test(id)),
    later('amount', (id) => AMOUNT.test(id)),
  ];
}

/** A module and everything that has to be there before it runs. */
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
