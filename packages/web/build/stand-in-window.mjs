/** For modules that listen at the window as soon as they are loaded: where the build draws pages there is none. */
const nowhere = {
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  location: { search: '', pathname: '/' },
};
Object.assign(globalThis, { window: nowhere, location: nowhere.location, history: { state: null } });
