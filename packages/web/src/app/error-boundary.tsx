import { Component, type ReactNode } from 'react';
import { reportFault } from '../lib/fault-report.ts';
import { t } from '../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface State {
  /** Reference of the fault, for the player to give to support; null without a fault. */
  reference: string | null;
}

/**
 * Catches a fault of one page, or of all pages, in place of a blank screen: tells the player what happened
 * and where the money is, and reports the fault to the operator. Give it the page's address as `key`, so that
 * another page starts without the fault.
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
