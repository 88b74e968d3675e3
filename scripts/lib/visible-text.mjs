import { parseSync } from 'vite';

/** Attributes and properties whose value a player sees or hears. */
const VISIBLE =
  /(?:^|-|[a-z])(?:label|title|text|hint|message|placeholder|alt|caption|description|lead|note)$/i;
/** Functions that show their arguments. */
const TELLS = /^(?:toast\.\w+|alertError|alertSuccess|alert|confirm|useDocumentTitle)$/;
const LETTER = /\p{L}/u;
/** Key of a dictionary text, used where it is not translated yet. */
const KEY = /^[a-z]+\.[a-z]\w*$/i;
/** A hint to the phone's keyboard. */
const UNSEEN = 'enterKeyHint';
const LAO_OR_THAI = /[\u0E01-\u0E3A\u0E40-\u0EFF]/;

/**
 * Finds texts shown to players that are written in the code instead of the dictionaries: text between tags,
 * values of visible attributes and properties, arguments of toasts and alerts, and any text in Thai or Lao
 * script.
 * @param {string} file name of the file; its ending tells the language
 * @param {string} code
 * @returns {{ line: number, text: string }[]} in the order of the code
 */
export function visibleTexts(file, code) {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const constants = constantsOf(program);
  /** @type {Map<number, string>} */
  const found = new Map();
  const keep = (/** @type {any} */ node, /** @type {string} */ text) => {
    if (LETTER.test(text) && !KEY.test(text)) found.set(node.start, text.trim());
  };
  const keepValues = (/** @type {any} */ node) => {
    for (const [at, text] of valuesOf(node, constants)) keep(at, text);
  };
  walk(program, (node) => {
    if (node.type === 'JSXText') keep(node, node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') keepValues(child);
    }
    if (node.type === 'JSXAttribute' && isVisible(node.name)) keepValues(node.value);
    if (node.type === 'Property' && isVisible(node.key)) keepValues(node.value);
    if (node.type === 'CallExpression' && TELLS.test(nameOf(node.callee))) node.arguments.forEach(keepValues);
    if (node.type === 'AssignmentExpression' && nameOf(node.left) === 'document.title')
      keepValues(node.right);
    if (node.type === 'Literal' || node.type === 'TemplateElement') {
      const text = node.type === 'Literal' ? node.value : node.value.cooked;
      if (typeof text === 'string' && LAO_OR_THAI.test(text)) keep(node, text);
    }
  });
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([start, text]) => ({ line: code.slice(0, start).split('\n').length, text }));
}

/** @param {any} name */
const isVisible = (name) => VISIBLE.test(nameOf(name)) && nameOf(name) !== UNSEEN;

/** @param {any} node @param {(node: any) => void} visit */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit));
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') {
    // Only the compiler reads types.
    if (/^TS(?:Type|Interface|Literal|Union)/.test(node.type)) return;
    visit(node);
  }
  for (const part of Object.values(node)) walk(part, visit);
}

/**
 * Collects the file's own constants, so that a text is found where it is shown by name.
 * @param {any} program
 * @returns {Map<string, any>}
 */
function constantsOf(program) {
  const constants = new Map();
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    }
  }
  return constants;
}

/**
 * Returns the texts an expression may evaluate to, as far as they are literals in the code.
 * @param {any} node
 * @param {Map<string, any>} constants
 * @returns {[any, string][]}
 */
function valuesOf(node, constants) {
  const of = (/** @type {any} */ part) => valuesOf(part, constants);
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [[node, node.value]] : [];
    case 'TemplateLiteral':
      return [
        ...node.quasis.map((/** @type {any} */ quasi) => [quasi, quasi.value.cooked]),
        ...node.expressions.flatMap(of),
      ];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return of(node.expression);
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : of(node.left)), ...of(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...of(node.left), ...of(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap(of);
    case 'Identifier': {
      const value = constants.get(node.name);
      return value?.type === 'Literal' || value?.type === 'TemplateLiteral' ? of(value) : [];
    }
    default:
      return [];
  }
}

/** @param {any} node @returns {string} */
function nameOf(node) {
  if (node?.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return typeof node?.name === 'string' ? node.name : String(node?.value ?? '');
}
