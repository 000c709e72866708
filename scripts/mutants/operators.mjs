// Finds what can be changed in a compiled file: each change is a piece of its text and what stands there instead.
import { parse } from '@babel/parser';

const pairs = (text) => text.split(' ').map((pair) => pair.split(','));
/** Each in place of the other. */
const PAIRS = [
  ...pairs('===,!== ==,!= <,<= >,>= +,- *,/ +=,-= &,| <<,>> min,max floor,ceil some,every'),
  ...pairs('startsWith,endsWith toLowerCase,toUpperCase find,findLast'),
];
const ONE_WAY = pairs('%,* push,unshift indexOf,lastIndexOf');
const SWAPPED = new Map([...PAIRS, ...PAIRS.map((pair) => pair.toReversed()), ...ONE_WAY]);
/** Calls whose result is of the kind of what they are called on. */
const LEFT_OUT =
  /^(?:filter|sort|toSorted|reverse|toReversed|slice|trim|trimEnd|trimStart|concat|flat|replace|replaceAll|padStart)$/;
/** How often a kind is drawn beside the others: tables are mostly texts and objects. */
export const WEIGHTS = { text: 0.3, object: 0.3, number: 0.5 };

const FUNCTIONS =
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/;
/** Texts there name something. */
const isName = ({ computed }, key) =>
  /^(?:source|attributes)$/.test(key) || (/^(?:key|property)$/.test(key) && !computed);

/**
 * @returns `{ start, end, from, to, kind, within, isEntry }` of each: `from` is its line and column, `within` names the
 *   functions and constants around it; with `isEntry`, `to` comes before what is at `start`
 */
export function mutantsOf(text, plugins = []) {
  const { program } = parse(text, { sourceType: 'module', attachComment: false, plugins });
  const found = [];
  walk(program, { found, text, within: [] });
  return found;
}

/** Around an expression; the rest of what is TypeScript is gone when it is compiled. */
const TYPED = /^TS(?:AsExpression|NonNullExpression|SatisfiesExpression)$/;

function walk(node, outer) {
  if (node.type.startsWith('TS'))
    return void (TYPED.test(node.type) && walk(node.expression, outer));
  const name = node.id?.name ?? (FUNCTIONS.test(node.type) ? node.key?.name : undefined);
  const way = name === undefined ? outer : { ...outer, within: [...outer.within, name] };
  offer(node, way);
  for (const [key, child] of Object.entries(node)) {
    if (key === 'loc' || isName(node, key)) continue;
    for (const one of Array.isArray(child) ? child : [child]) {
      if (typeof one?.type === 'string') walk(one, { ...way, parent: node });
    }
  }
}

function offer(node, { found, text, parent, within }) {
  const of = (one) => text.slice(one.start, one.end);
  const add = (kind, to, { start, end, loc } = node) =>
    found.push({ start, end, from: loc.start, to, kind, within });
  OFFERS[node.type]?.({ node, parent, of, add, found, within });
}

const conditional = ({ node: { type, test }, add }) => {
  if (!test || /Literal$/.test(test.type)) return;
  // A loop without an end says nothing.
  if (!/^(?:While|For)/.test(type)) add('condition', 'true', test);
  add('condition', 'false', test);
};
const isText = ({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral';

const OFFERS = {
  IfStatement: conditional,
  ConditionalExpression: conditional,
  WhileStatement: conditional,
  ForStatement: conditional,
  BinaryExpression({ node, of, add }) {
    const { operator, left, right } = node;
    const other = SWAPPED.get(operator);
    if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return;
    if (/^UnaryExpression$/.test(left.type) && left.operator === 'typeof') return;
    const kind = /[<>=]/.test(operator) ? 'comparison' : 'arithmetic';
    add(kind, `(${of(left)}) ${other} (${of(right)})`);
  },
  LogicalExpression({ node: { operator, left, right }, of, add }) {
    add('logic', of(left));
    add('logic', of(right));
    if (operator !== '??') {
      add('logic', `(${of(left)}) ${operator === '&&' ? '||' : '&&'} (${of(right)})`);
    }
  },
  UnaryExpression({ node: { operator, argument }, of, add }) {
    if (operator === '!') add('condition', of(argument));
    if (operator === '-' && argument.type !== 'NumericLiteral') add('arithmetic', of(argument));
  },
  UpdateExpression({ node: { operator, prefix, argument }, of, add }) {
    const other = operator === '++' ? '--' : '++';
    add('arithmetic', prefix ? other + of(argument) : of(argument) + other);
  },
  AssignmentExpression({ node: { operator, left, right }, of, add }) {
    const other = SWAPPED.get(operator);
    if (other !== undefined && !isText(right))
      add('arithmetic', `${of(left)} ${other} ${of(right)}`);
  },
  BooleanLiteral: ({ node, add }) => add('constant', String(!node.value)),
  NumericLiteral: ({ node, add }) => add('number', String(node.value + 1)),
  BigIntLiteral: ({ node, add }) => add('number', `${BigInt(node.value) + 1n}n`),
  RegExpLiteral({ node: { pattern, flags }, add }) {
    if (pattern.startsWith('^')) add('pattern', `/${pattern.slice(1) || '(?:)'}/${flags}`);
    if (/(?:^|[^\\])\$$/.test(pattern))
      add('pattern', `/${pattern.slice(0, -1) || '(?:)'}/${flags}`);
    if (flags.includes('i')) add('pattern', `/${pattern}/${flags.replace('i', '')}`);
  },
  StringLiteral({ node, parent, add }) {
    // A text for people is none of the rules; an empty one becomes one that is not.
    if (parent.callee?.type === 'Import' || / /.test(node.value)) return;
    if (parent.type === 'NewExpression' && parent.callee.name === 'URL') return;
    if (parent.type === 'BinaryExpression' && parent.left.operator === 'typeof') return;
    add('text', node.value === '' ? "'mutant'" : "''");
  },
  TemplateLiteral({ node, parent, add }) {
    if (parent.type === 'TaggedTemplateExpression') return;
    if (!node.quasis.some(({ value }) => / /.test(value.raw))) add('text', "''");
  },
  ArrayExpression: ({ node, add }) => node.elements.length > 0 && add('object', '[]'),
  ObjectExpression: ({ node, add }) => node.properties.length > 0 && add('object', '({})'),
  ExpressionStatement({ node: { expression }, add }) {
    if (expression.type === 'CallExpression' && expression.callee.type === 'Super') return;
    add('statement', 'undefined', expression);
  },
  ReturnStatement({ node: { argument }, add }) {
    if (argument && argument.name !== 'undefined') add('result', 'undefined', argument);
  },
  ArrowFunctionExpression({ node: { body }, add, found, within }) {
    if (body.type === 'BlockStatement') emptied({ body }, found, within);
    else if (!isNothing(body)) add('result', 'undefined', body);
  },
  FunctionDeclaration: ({ node, found, within }) => emptied(node, found, within),
  ObjectMethod: ({ node, found, within }) => emptied(node, found, within),
  ClassMethod: ({ node, found, within }) => node.kind === 'method' && emptied(node, found, within),
  CallExpression({ node, of, add }) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed) return;
    const { name } = callee.property;
    if (LEFT_OUT.test(name)) add('method', of(callee.object));
    if (!SWAPPED.has(name)) return;
    const whole = of(node);
    const from = callee.property.start - node.start;
    add('method', whole.slice(0, from) + SWAPPED.get(name) + whole.slice(from + name.length));
  },
};

const isNothing = ({ type, name, operator }) =>
  name === 'undefined' || (type === 'UnaryExpression' && operator === 'void');

/** Where nothing is left but one statement, its own mutants say as much. */
function emptied({ body }, found, within) {
  if (body.body.length < 2) return;
  const start = body.directives.at(-1)?.end ?? body.start + 1;
  const { end, loc } = body;
  found.push({ start, end, from: loc.start, to: 'return;', kind: 'body', within, isEntry: true });
}
