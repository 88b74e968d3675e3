/** Whether another page holds this one in a frame. */
export const isFramed = (): boolean => window.top !== window.self;
