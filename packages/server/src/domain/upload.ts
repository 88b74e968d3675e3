/** Result of an upload: its one file with the sender's name and type, or the reason why there is none. */
export type Upload =
  | { outcome: 'file'; bytes: Buffer; fileName: string; mime: string }
  /** No file in the requested field, or an empty one. */
  | { outcome: 'none' }
  | { outcome: 'too_many' }
  | { outcome: 'too_large' }
  /** Not a form, or a truncated one. */
  | { outcome: 'broken' };

/** Result of an upload without a usable file. */
export type Unreadable = Exclude<Upload, { outcome: 'file' }>;
