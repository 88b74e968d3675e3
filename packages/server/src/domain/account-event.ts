import type { AccountChange } from '@krapao/contract/notices';

/** An event of an account that its member is told of, on the channel from before it. */
export type AccountEvent = 'newDevice' | AccountChange;
