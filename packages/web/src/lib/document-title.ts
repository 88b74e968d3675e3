import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Names the page in the browser's title bar, followed by the site's own title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settings.title}`;
  }, [title]);
}
