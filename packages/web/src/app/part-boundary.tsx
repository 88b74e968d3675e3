import { Component, type ReactNode } from 'react';
import { reportFault } from '../lib/fault-report.ts';

/** A part with more faults than this stays hidden until the page is reloaded. */
const MOST_FAULTS = 3;

interface PartBoundaryProps {
  children: ReactNode;
  /** Discards the content that the part could not show, and tells the player where needed. */
  onFault: () => void;
}

/** Keeps a fault of a part over the pages, a dialog or a message, away from the pages: the part restarts. */
export class PartBoundary extends Component<PartBoundaryProps, { isDown: boolean }> {
  override state = { isDown: false };
  #faults = 0;

  static getDerivedStateFromError(): { isDown: boolean } {
    return { isDown: true };
  }

  override componentDidCatch(error: unknown): void {
    reportFault('render', error);
    this.#faults += 1;
    this.props.onFault();
    if (this.#faults < MOST_FAULTS) this.setState({ isDown: false });
  }

  override render(): ReactNode {
    return this.state.isDown ? null : this.props.children;
  }
}
