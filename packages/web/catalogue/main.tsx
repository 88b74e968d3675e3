import { createRoot } from 'react-dom/client';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import 'virtual:brand.css';
import { wordLoaders } from '../src/app/words/word-loaders.ts';
import { changeLocale, loadWords, registerWords } from '../src/lib/i18n/i18n.ts';
import { WORD_SETS } from '../src/lib/i18n/word-sets.ts';
import { isLocale } from '../src/lib/i18n/locale.ts';
import { loadIcons } from '../src/ui/icon.tsx';
import { Catalogue } from './catalogue.tsx';
import './catalogue.css';
import { forceStates } from './forced-states.ts';
import { SHEETS } from './sheets.tsx';

/*
 * `?sheet=buttons&theme=dark&lang=la`: one sheet of the kit, in one theme and one language. `bare` leaves out what
 * is there for people to find their way, for pictures.
 */
const query = new URLSearchParams(window.location.search);
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const wanted = query.get('lang');
const locale = isLocale(wanted) ? wanted : 'th';
const sheet = SHEETS.find(({ name }) => name === query.get('sheet')) ?? SHEETS[0];

document.documentElement.dataset['theme'] = theme;
forceStates();
registerWords(wordLoaders);
await Promise.all([changeLocale(locale), loadWords(...WORD_SETS), loadIcons()]);

const root = document.getElementById('root');
if (!root || !sheet) throw new Error('there is nothing to show, or nowhere to show it');
createRoot(root).render(<Catalogue sheet={sheet} theme={theme} locale={locale} isBare={query.has('bare')} />);
