import '../ui/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { loadFirstWords } from '../lib/i18n.ts';
import { followSession } from '../lib/session.ts';
import { applyTheme } from '../lib/theme.ts';
import { App } from './app.tsx';

applyTheme();
followSession();
await loadFirstWords();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
