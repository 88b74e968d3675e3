/** Slowdown of a cheap phone against the measuring machine. */
export const CPU_SLOWDOWN = 4;
