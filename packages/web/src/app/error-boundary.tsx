import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface State {
  failed: boolean;
}

/** Keeps a fault on one page from leaving a blank screen. Give it the page's address as `key`, so that another page starts whole. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('page fault', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        isPage
        icon="alert"
        title={t('status.crashTitle')}
        action={
          <Button icon="refresh" onClick={() => window.location.reload()}>
            {t('status.reload')}
          </Button>
        }
      >
        {t('status.crashText')}
      </EmptyState>
    );
  }
}
