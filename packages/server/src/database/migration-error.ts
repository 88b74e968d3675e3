/** The schema does not match the migration files. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
