/** The yardstick of a start on PGlite: the library alone opens the same folder and answers one query. */
import { PGlite } from '@electric-sql/pglite';

const [folder] = process.argv.slice(2);
const database = await PGlite.create(`file://${folder}`);
await database.query('select 1');
await database.close();
