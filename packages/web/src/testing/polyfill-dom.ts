/** What browsers have and jsdom lacks: modal dialogs, popovers, media queries, sizes, smooth scrolling. */
export function polyfillDom(): void {
  // jsdom has byte arrays of its own, which encryption does not take for such.
  globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;

  const dialog = HTMLDialogElement.prototype;
  dialog.showModal = function showModal() {
    this.open = true;
    const first = this.querySelector<HTMLElement>('[autofocus], button, input, select, a[href]');
    first?.focus();
  };
  dialog.close = function close() {
    this.open = false;
  };
  HTMLElement.prototype.showPopover = function showPopover() {
    this.style.display = 'block';
  };
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLElement.prototype.scrollBy = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
  // Nothing has a size in jsdom, so none changes.
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
