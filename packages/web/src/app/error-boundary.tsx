import { Component, type ReactNode } from 'react';
import { reportFault } from '../lib/fault-report.ts';
import { t } from '../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface State {
  /** Of the fault, for the player to name; null while all is well. */
  reference: string | null;
}

/**
 * Keeps a fault on one page, or above all pages, from leaving a blank screen: says what happened and where the money
 * is, and tells the operator. Give it the page's address as `key`, so that another page starts whole.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { reference: null };

  static getDerivedStateFromError(): State {
    return { reference: '' };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ reference: reportFault('render', error) });
  }

  override render(): ReactNode {
    const { reference } = this.state;
    if (reference === null) return this.props.children;
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
        <br />
        {reference && t('status.crashReference', { reference })}
      </EmptyState>
    );
  }
}
