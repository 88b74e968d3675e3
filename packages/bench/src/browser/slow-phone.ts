/** How much slower a cheap phone is than the machine that measures. */
export const CPU_SLOWDOWN = 4;
