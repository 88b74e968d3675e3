/** Started by `npm run tool -- protocol`: prints the documents of all ports as one JSON object. */
import { requestSchemas } from '../app.ts';
import { documentOf } from './document.ts';
import { PORT_NAMES } from './ports.ts';

const routes = await requestSchemas();
const documents = Object.fromEntries(PORT_NAMES.map((port) => [port, documentOf(port, routes)]));
process.stdout.write(JSON.stringify(documents));
