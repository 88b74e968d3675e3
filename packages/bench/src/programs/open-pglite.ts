/** The yardstick of a start on PGlite: the library by itself, opening the same folder and answering one question. */
import { PGlite } from '@electric-sql/pglite';

const [folder] = process.argv.slice(2);
const database = await PGlite.create(`file://${folder}`);
await database.query('select 1');
await database.close();
