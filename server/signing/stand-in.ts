// What programs and people send in place of a value, whichever header it is for: a word for a missing one, a variable, a
// printed object, another kind of text. A refusal says so, as nothing else helps then.

/** Its first part is JSON. */
export const JWS = /^ey[A-L][\w-]+\.[\w-]*\.[\w-]*$/;
const OBJECT =
  /^(?:Array|\[object \w+\]|<Buffer .*|System\.\w+\[\]|\[B@[\da-f]+|[\w.$]+@[\da-f]{6,8}|map\[.*\]|<\w+\(.*)$/s;
/** Also those of a format, which nobody filled in. */
const VARIABLE =
  /^(?:(?:\$?\{+|<|%|#\{)(?!\d{3}|[\da-f-]{36}\W)[\w$ .-]{1,60}[}>%]+|\$[A-Z_]+|%[sdv]|%!\w\(\w+\))$/;

/** Completes "it …"; what is surest comes first. */
const ROWS: readonly (readonly [form: RegExp, words: string])[] = [
  [
    /^(?:null|undefined|None|nil|NaN|true|false)$/,
    'is no value: a program probably printed it for one that it lacks',
  ],
  [VARIABLE, 'is a variable without its value'],
  [OBJECT, 'is what a program prints of an object'],
  [/^b\\?(["']).*\1$/s, "is what Python prints of bytes (b'…'); decode it before"],
  [/^\[?-?\d{1,3}(?:,\s?-?\d{1,3}){7,}\]?$/, 'is a list of numbers; write base64 of these bytes'],
  [/^[<{(]?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}[>})]?$/i, 'is an id (UUID)'],
  [JWS, 'is a JWS or JWT, and the API reads none'],
  [/^bearer /i, 'is an access token'],
  [/^ssh-\S+ AAAA/, 'is an SSH public key'],
  [/^data:/i, 'is a data: URI'],
  [/^[a-z][\w+.-]*:\/\//i, 'is a URL'],
  [/^<(?!\w+:\/\/)(?:[?!]|[A-Za-z_][\w:.-]*[\s/>])/, 'begins as XML, HTML or a placeholder does'],
  [
    /^(?:[[{]|[A-Z]\w{0,60}[[{(]\w+[=:])/,
    'begins as JSON does, or as what a program prints of an object or a list',
  ],
  [
    /^@?[\w./\\-]{1,60}\.(?:pem|crt|cer|der|p12|pfx|key|bin|sig|txt|b64|json)$/i,
    'is the name of a file',
  ],
];

/** Completes "it …"; `undefined` of what may be a value. */
export const standIn = (text: string): string | undefined =>
  ROWS.find(([form]) => form.test(text))?.[1];
