import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Sets the browser's title to the page's name, followed by the site's title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settings.title}`;
  }, [title]);
}
