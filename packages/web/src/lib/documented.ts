/**
 * A reply as any server gives it: the fields named here are ours beyond the documents, and another server leaves
 * them out.
 */
export type Documented<Reply, Ours extends keyof Reply> = Omit<Reply, Ours> & Partial<Pick<Reply, Ours>>;
