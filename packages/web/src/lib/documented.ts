/**
 * Reply of any server: the fields named in `Ours` are beyond the documentation, and another server omits
 * them.
 */
export type Documented<Reply, Ours extends keyof Reply> = Omit<Reply, Ours> & Partial<Pick<Reply, Ours>>;
