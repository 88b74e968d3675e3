import { createContext } from 'react';

/** Whether the session outlives the window, as the form says; the passkey's button loads later and has no other way. */
export const Remember = createContext(false);
