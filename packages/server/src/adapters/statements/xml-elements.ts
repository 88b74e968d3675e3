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
  const parser = sax.parser(true, { xmlns: true, position: true });
  const ready: XmlEvent[] = [];
  const open: string[] = [];
  const inside: XmlElement[] = [];
  let count = 0;
  let fault: Error | undefined;
  parser.ondoctype = () => {
    fault ??= new Error('a document type is not taken');
  };
  parser.onopentag = (tag) => {
    const { local: name, uri: space } = tag as sax.QualifiedTag;
    const [parent, isWanted] = [inside.at(-1), open.at(-1) === around];
    open.push(name);
    if (open.length > DEEPEST) fault ??= new Error('it is too deep');
    if (!parent && !isWanted) return void ready.push({ event: 'begin', name, space });
    count = parent ? count + 1 : 0;
    if (count > MOST_INSIDE) fault ??= new Error('an entry is too large');
    const values = Object.values((tag as sax.QualifiedTag).attributes);
    const attributes = Object.fromEntries(values.map(({ local, value }) => [local, value]));
    const element: XmlElement = { name, attributes, text: '', children: [] };
    parent?.children.push(element);
    inside.push(element);
  };
  const addText = (text: string): void => {
    const element = inside.at(-1);
    if (element) element.text += text;
  };
  const keepFault = (error: Error): void => {
    fault ??= error;
  };
  Object.assign(parser, { onerror: keepFault, ontext: addText, oncdata: addText });
  parser.onclosetag = () => {
    const name = open.pop() ?? '';
    const element = inside.pop();
    if (!element) ready.push({ event: 'end', name });
    else if (inside.length === 0) ready.push({ event: 'element', element });
  };
  const step = (work: () => void): void => {
    // After its first error the parser throws it again; either way it is a fault of the file.
    try {
      work();
    } catch (error) {
      fault ??= error as Error;
    }
    if (fault) throw new StatementError(`line ${parser.line + 1}: ${fault.message.split('\n')[0]}`);
  };
  for await (const text of texts) {
    step(() => parser.write(text));
    yield* ready.splice(0);
  }
  step(() => parser.close());
  yield* ready.splice(0);
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
