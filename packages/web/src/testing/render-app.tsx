import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { AlertHost } from '../ui/alert-host.tsx';
import { ToastHost } from '../ui/toast-host.tsx';

/** Renders a screen or part of one with toasts and alerts, and its own cache. Texts are English. */
export function renderApp(children: ReactNode): RenderResult {
  return render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      {children}
      <AlertHost />
      <ToastHost />
    </SWRConfig>,
  );
}
