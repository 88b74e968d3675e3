/**
 * Adds browser features that jsdom lacks: modal dialogs, popovers, media queries, sizes, smooth scrolling.
 * Throws where a browser throws (HTML standard, `showModal` and `showPopover`).
 */
export function polyfillDom(): void {
  // jsdom has its own byte arrays, which WebCrypto does not accept.
  globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;

  polyfillDialogs();
  polyfillPopovers();
  HTMLElement.prototype.scrollBy = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
  // Elements have no size in jsdom, so no size changes.
  window.ResizeObserver = class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}

const invalidState = (message: string): DOMException => new DOMException(message, 'InvalidStateError');

function polyfillDialogs(): void {
  const dialog = HTMLDialogElement.prototype;
  dialog.showModal = function showModal() {
    if (this.open) throw invalidState('showModal: the dialog is open already');
    if (!this.isConnected) throw invalidState('showModal: the dialog is not in the document');
    this.open = true;
    const first = this.querySelector<HTMLElement>('[autofocus], button, input, select, a[href]');
    first?.focus();
  };
  dialog.close = function close() {
    this.open = false;
  };
}

function polyfillPopovers(): void {
  const shown = new WeakSet<HTMLElement>();
  // A browser hides a popover that leaves the document.
  const isShown = (element: HTMLElement): boolean => shown.has(element) && element.isConnected;
  const { prototype } = HTMLElement;
  prototype.showPopover = function showPopover() {
    if (!this.hasAttribute('popover')) throw new DOMException('showPopover: no popover', 'NotSupportedError');
    if (isShown(this)) throw invalidState('showPopover: the popover is shown already');
    if (!this.isConnected) throw invalidState('showPopover: the popover is not in the document');
    shown.add(this);
    this.style.display = 'block';
  };
  prototype.hidePopover = function hidePopover() {
    if (!this.hasAttribute('popover')) throw new DOMException('hidePopover: no popover', 'NotSupportedError');
    shown.delete(this);
  };
}
