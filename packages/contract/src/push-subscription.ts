/** A browser at its push service, as the server is told of it. */
export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser's subscription, as its `PushSubscription` is. */
interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  toJSON(): { endpoint?: string | undefined; keys?: Record<string, string> | undefined };
  unsubscribe(): Promise<boolean>;
}

/** The part of a browser's `PushManager` that subscribes. */
export interface PushRegistrar {
  getSubscription(): Promise<Subscription | null>;
  subscribe(options: {
    userVisibleOnly: true;
    applicationServerKey: Uint8Array<ArrayBuffer>;
  }): Promise<Subscription>;
}

/**
 * Subscribes a browser for the server's key, and tells the server. Any other subscription is ended: another session's
 * owner may know its address and keys, and one for another key gets no pushes of this server. A new one that the server
 * does not take is ended.
 * @param options.publicKey base64url
 * @param options.own address of the subscription that this session made; null without one
 * @returns the browser's address
 * @throws what `tell` throws, or the browser's own error
 */
export async function subscribeBrowser(
  registrar: PushRegistrar,
  { publicKey, own }: { publicKey: string; own: string | null },
  tell: (browser: PushBrowser) => Promise<unknown>,
): Promise<string> {
  const key = bytesOf(publicKey);
  const former = await registrar.getSubscription();
  const isOwn =
    former !== null && former.toJSON().endpoint === own && isSame(former.options.applicationServerKey, key);
  if (!isOwn) await former?.unsubscribe();
  const subscription = isOwn
    ? former
    : await registrar.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  try {
    await tell({ endpoint, p256dh, auth });
  } catch (fault) {
    if (!isOwn) await subscription.unsubscribe();
    throw fault;
  }
  return endpoint;
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();

/** Decodes base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
