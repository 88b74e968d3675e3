/** Origin of the realtime chat, `/` for the origin that served the app; empty means no realtime socket. */
export const CHAT_URL: string = import.meta.env.VITE_CHAT_URL ?? '';
