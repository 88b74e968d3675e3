/** One connection to a database of either kind. */
export interface Connection {
  query(sql: string, values?: unknown[]): Promise<unknown[]>;
}
