import { setImmediate as nextTurn } from 'node:timers/promises';
import sax from 'sax';
import { StatementError } from '../../ports/statement-file.ts';

/** A whole element of an XML file. Names are without their prefixes. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
}

/** Most elements inside one wanted element. */
const MOST_INSIDE = 200_000;
const DEEPEST = 60;
const MOST_ATTRIBUTES = 100;
/** Characters after which the other work of the process has its turn: an upload comes in one piece. */
const PIECE = 64 * 1_024;

/** An element at its end, or the beginning or end of an element around the wanted ones. */
export type XmlEvent =
  | { event: 'element'; element: XmlElement }
  | { event: 'begin'; name: string; space: string }
  | { event: 'end'; name: string };

/**
 * Reads an XML file as it streams: the elements directly inside the element `around` are wanted, and each is told
 * whole, at its end. No document type and so no entity of its own is taken.
 * @throws StatementError for what is no well-formed XML
 */
export async function* readElements(texts: AsyncIterable<string>, around: string): AsyncGenerator<XmlEvent> {
  // Without namespaces an attribute is told as it comes, and costs the same however many there are.
  const parser = sax.parser(true, { position: true });
  const ready: XmlEvent[] = [];
  const open: string[] = [];
  const inside: XmlElement[] = [];
  let count = 0;
  let attributes = 0;
  parser.ondoctype = () => {
    throw new Error('a document type is not taken');
  };
  parser.onopentagstart = () => {
    attributes = 0;
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new Error('an element has too many attributes');
  };
  parser.onopentag = (tag) => {
    const name = localOf(tag.name);
    const [parent, isWanted] = [inside.at(-1), open.at(-1) === around];
    open.push(name);
    if (open.length > DEEPEST) throw new Error('it is too deep');
    if (!parent && !isWanted)
      return void ready.push({ event: 'begin', name, space: spaceOf(tag as sax.Tag) });
    count = parent ? count + 1 : 0;
    if (count > MOST_INSIDE) throw new Error('an entry is too large');
    const given = Object.entries((tag as sax.Tag).attributes);
    const element: XmlElement = {
      name,
      attributes: Object.fromEntries(given.map(([qualified, value]) => [localOf(qualified), value])),
      text: '',
      children: [],
    };
    parent?.children.push(element);
    inside.push(element);
  };
  const addText = (text: string): void => {
    const element = inside.at(-1);
    if (element) element.text += text;
  };
  const refuse = (error: Error): never => {
    throw error;
  };
  Object.assign(parser, { onerror: refuse, ontext: addText, oncdata: addText });
  parser.onclosetag = () => {
    const name = open.pop() ?? '';
    const element = inside.pop();
    if (!element) ready.push({ event: 'end', name });
    else if (inside.length === 0) ready.push({ event: 'element', element });
  };
  const step = (work: () => void): void => {
    // A fault ends the reading where it is: what follows it costs nothing.
    try {
      work();
    } catch (error) {
      throw new StatementError(`line ${parser.line + 1}: ${(error as Error).message.split('\n')[0]}`);
    }
  };
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += PIECE) {
      if (from > 0) await nextTurn();
      step(() => parser.write(text.slice(from, from + PIECE)));
      yield* ready.splice(0);
    }
  }
  step(() => parser.close());
  yield* ready.splice(0);
}

/** Returns a name without its prefix. */
const localOf = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);

/** Returns the namespace that an element declares for itself; empty where it declares none. */
function spaceOf({ name, attributes }: sax.Tag): string {
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
  return attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`] ?? '';
}

/** Returns the first element at a path; undefined where there is none. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

/** Returns the text at a path, without blanks around it; empty where there is none. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.text.trim() ?? '';
