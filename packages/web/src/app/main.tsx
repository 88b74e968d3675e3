import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { endSession } from '../features/session/actions.ts';
import { setHttpHandlers } from '../lib/http.ts';
import { loadInitialLanguage } from '../lib/i18n/i18n.ts';
import { startTheme } from '../lib/theme.ts';
import { App } from './app.tsx';
import { applyBrand } from './brand.ts';

startTheme();
applyBrand();
setHttpHandlers({
  onGone() {
    navigate('/terminated');
  },
  onInvalidSession() {
    endSession();
    navigate('/login');
  },
});

await loadInitialLanguage();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
