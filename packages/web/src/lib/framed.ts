/** True when another page shows this one in a frame. */
export const isFramed = (): boolean => window.top !== window.self;
