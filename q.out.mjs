// server/http/documents/manual.ts
import { readdirSync, readFileSync } from "node:fs";
import { lexer, Marked, Renderer } from "marked";

// server/kernel/memoize.ts
function memoize(make) {
  const made = /* @__PURE__ */ new Map();
  return (key) => {
    if (!made.has(key)) {
      const value = make(key);
      made.set(key, value);
      if (value instanceof Promise) value.catch(() => made.delete(key));
    }
    return made.get(key);
  };
}

// server/kernel/clock.ts
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY = 24 * HOUR;

// server/kernel/recent.ts
function rememberLast(make) {
  let last;
  return (key) => {
    if (last === void 0 || last.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}

// server/kernel/dates.ts
var dateOfHour = rememberLast((hour) => utcDate(hour * HOUR + offsetAt(hour * HOUR)));
function utcDate(instant2) {
  return new Date(instant2).toISOString().slice(0, -"T00:00:00.000Z".length);
}
function offsetAt(instant2) {
  const year = new Date(instant2).getUTCFullYear();
  if (year < 1980) return HOUR;
  const begins = year === 1980 ? Date.UTC(1980, 3, 6, 1) : lastSundayOf(year, 2);
  const ends = lastSundayOf(year, year < 1996 ? 8 : 9);
  return begins <= instant2 && instant2 < ends ? 2 * HOUR : HOUR;
}
function lastSundayOf(year, month) {
  const last = Date.UTC(year, month + 1, 0, 1);
  return last - new Date(last).getUTCDay() * DAY;
}

// server/kernel/soon.ts
var isPromise = (value) => typeof value === "object" && value !== null && "then" in value;
function after(value, next) {
  return isPromise(value) ? value.then(next) : next(value);
}

// server/storage/table.ts
var shaped = (kind, schema) => ({
  kind,
  schema
});
var MOST_MILLIS = Date.UTC(1e4, 0) - 1;
var instant = shaped("number", {
  type: "integer",
  minimum: -MOST_MILLIS,
  maximum: MOST_MILLIS
});
var count = shaped("number", {
  type: "integer",
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER
});
var oneOf = (...values) => shaped("text", { type: "string", enum: values });
var typed = (schemaId) => shaped("json", schemaId === void 0 ? {} : { $ref: `../${schemaId}` });
var SCHEMAS = {
  text: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  money: {},
  json: {}
};
var numberOrder = (value) => String(Math.max(0, value)).padStart(16, "0");
var conditionSchema = ({ where, is, member, schema }) => ({
  if: { required: [where], properties: { [where]: { const: is } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { [member]: schema } }
});
function defineTable({
  members,
  conditions = [],
  keywords = {},
  ...table
}) {
  const given = Object.entries(members);
  const kinds = given.map(
    ([name, one]) => [name, typeof one === "string" ? one : one.kind]
  );
  const properties = given.map(([name, one]) => [
    name,
    typeof one === "string" ? SCHEMAS[one.replace("?", "")] : one.schema
  ]);
  const schema = {
    $id: `tables/${table.name}.json`,
    type: "object",
    additionalProperties: false,
    "x-large": true,
    required: kinds.flatMap(([name, kind]) => kind.endsWith("?") ? [] : [name]),
    properties: Object.fromEntries(properties),
    ...conditions.length === 0 ? {} : { allOf: conditions.map(conditionSchema) },
    ...keywords
  };
  return { ...table, members: Object.fromEntries(kinds), schema };
}

// server/bank/banks/setting-shapes.ts
var { schema: INSTANT } = instant;
var { schema: COUNT } = count;
var TEXT = { type: "string" };
var shape = (required, optional = {}) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional }
});
var SHAPES = {
  clock: shape({ offset: INSTANT }, { frozenAt: INSTANT }),
  created: shape({ at: INSTANT }),
  format: shape({ rows: COUNT }),
  lastFault: shape({ number: COUNT }),
  redirects: shape({ last: COUNT }),
  ruleLevels: shape({
    preset: TEXT,
    own: {
      type: "object",
      additionalProperties: { type: "string", enum: ["error", "warn", "off"] }
    }
  }),
  saved: shape({}, { at: INSTANT, idScope: TEXT, drawn: COUNT }),
  scenario: shape(
    {
      name: TEXT,
      tpp: TEXT,
      begins: { type: "array", items: COUNT }
    },
    {
      connected: shape({ tpp: TEXT, psuId: TEXT, sessionId: TEXT }, { psuCorporateId: TEXT }),
      callback: TEXT
    }
  ),
  scaPolicy: { type: "object", $ref: "../control/sca-policy.json", required: ["mode"] }
};
var SETTING_IDS = Object.keys(SHAPES);
var SETTING_CONDITIONS = Object.entries(SHAPES).map(([id, schema]) => ({
  where: "id",
  is: id,
  member: "value",
  schema
}));

// server/bank/banks/tables.ts
var settings = defineTable({
  name: "settings",
  members: {
    id: oneOf(...SETTING_IDS),
    value: typed()
  },
  indexes: {},
  conditions: SETTING_CONDITIONS
});
var setting = (id, initial) => ({
  read: (tx) => after(
    tx.get(settings, id),
    (row) => row === void 0 ? initial : row.value
  ),
  write: (tx, value) => tx.put(settings, { id, value: { ...value } })
});
var DUE_TYPES = [
  "paymentDue",
  "paymentSettles",
  "quotaEnds",
  "scaAnswers",
  "scaLinkExpires",
  "scaLinkForgotten",
  "sessionEnds"
];
var due = defineTable({
  name: "due",
  members: {
    id: "text",
    /** Instant (ms, bank time). */
    at: instant,
    /** Key of a handler in the composition root's table. */
    type: oneOf(...DUE_TYPES),
    /** What it is about: a payment's, flow's or session's id. */
    subject: "text"
  },
  indexes: {
    /** Everything, soonest first. */
    all: { key: () => "all", order: (row) => numberOrder(row.at) },
    bySubject: { key: (row) => row.subject }
  }
});

// server/bank/banks/bank-clock.ts
var { read: readClock, write: writeClock } = setting("clock", { offset: 0 });

// server/bank/banks/bank-timers.ts
var MAX_DELAY = 2 ** 31 - 1;

// server/protocol/shown-text.ts
function clip(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}\u2026`;
}
var UNSEEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
var ESCAPES = { "\n": "\\n", "\r": "\\r", "	": "\\t" };
function seen(char) {
  if (!UNSEEN.test(char)) return char;
  return ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
function visible(text, most = Number.POSITIVE_INFINITY) {
  if (!UNSEEN.test(text)) return clip(text, most);
  let shown = "";
  let fitting = "";
  for (const char of text) {
    shown += seen(char);
    if (shown.length > most) return `${fitting}\u2026`;
    if (shown.length < most) fitting = shown;
  }
  return shown;
}

// server/protocol/errors.ts
var MAX_TEXT = 512;
var messageAs = (category) => (code, text, path) => ({
  category,
  code,
  ...path === void 0 ? {} : { path: visible(path) },
  text: visible(text, MAX_TEXT)
});
var errorMessage = messageAs("ERROR");
var warningMessage = messageAs("WARNING");

// server/bank/banks/saved.ts
var SAVED = "saved";
var { read: readSaved, write: writeSaved } = setting(SAVED, {});

// server/bank/banks/banks.ts
var DEFAULT_BANK = "default";

// server/http/negotiation.ts
import accepts from "accepts";

// server/http/pages/desk-frame.ts
function docsAddress({ mount = "", bank = DEFAULT_BANK }, path = "") {
  const [page = "", anchor] = path.split("#", 2);
  const query = bank === DEFAULT_BANK ? "" : `?bank=${bank}`;
  return `${mount}/docs${page}${query}${anchor === void 0 ? "" : `#${anchor}`}`;
}

// server/http/documents/manual.ts
var USUAL_ADDRESS = "http://127.0.0.1:8080";
var FOLDERS = ["", "quickstart/", "sandbox/", "scenarios/"];
function createManual(root) {
  const readme = () => readFileSync(new URL("README.md", root), "utf8");
  const pages = memoize(() => {
    const all = FOLDERS.flatMap((folder) => {
      const place = new URL(`docs/${folder}`, root);
      const files = readdirSync(place).filter((name) => name.endsWith(".md"));
      return files.map((file) => pageOf(folder, file, readFileSync(new URL(file, place), "utf8")));
    });
    return inReadingOrder(all, readme());
  });
  return {
    readme,
    pages,
    find: (path) => pages().find((page) => page.path === path),
    render({ file, markdown }, reader) {
      const marked = new Marked();
      marked.setOptions({ renderer: new PageRenderer(file, reader) });
      return marked.parse(markdown.replaceAll(USUAL_ADDRESS, reader.origin), { async: false });
    }
  };
}
function inReadingOrder(pages, readme) {
  const sandbox = pages.find(({ path }) => path === "sandbox")?.markdown ?? "";
  const lists = [
    [readme, ""],
    [sandbox, "docs/sandbox/"]
  ];
  const named = lists.flatMap(([markdown, base]) => {
    const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
    return [...rows.join("").matchAll(/\]\(([\w./-]+\.md)/g)].map(([, link]) => base + link);
  });
  const placeOf = ({ file }) => {
    const at = named.indexOf(`docs/${file}`);
    return at < 0 ? named.length : at;
  };
  return pages.toSorted((one, other) => placeOf(one) - placeOf(other));
}
function pageOf(folder, file, markdown) {
  const name = file.replace(/\.md$/, "");
  const path = name === "README" ? folder.replace(/\/$/, "") : folder + name;
  const sections = [];
  for (const { type, raw } of lexer(markdown)) {
    if (isComment(raw)) continue;
    const text = plain(raw);
    const last = sections.pop();
    if (type === "heading") {
      if (last !== void 0) sections.push(last);
      sections.push({ anchor: anchorOf(text), title: text, text: "" });
    } else if (last !== void 0) sections.push({ ...last, text: `${last.text} ${text}` });
  }
  const title = sections[0]?.title ?? name;
  return { path, file: folder + file, title, markdown, sections };
}
var PageRenderer = class extends Renderer {
  #file;
  #reader;
  constructor(file, reader) {
    super();
    this.#file = file;
    this.#reader = reader;
  }
  image(image) {
    return super.image({ ...image, href: addressOf(image.href, this.#file, this.#reader) });
  }
  link(link) {
    return super.link({ ...link, href: addressOf(link.href, this.#file, this.#reader) });
  }
  heading(heading) {
    const { depth, tokens, raw } = heading;
    const text = this.parser.parseInline(tokens);
    return `<h${depth} id="${anchorOf(plain(raw))}">${text}</h${depth}>
`;
  }
  /** On a phone each cell says its column. */
  table(table) {
    const labels = table.header.map(({ text }) => plain(text).replaceAll('"', "&quot;"));
    const labelled = super.table(table).split("<tr>").map((row) => {
      const left = [...labels];
      return row.replace(/<td/g, () => `<td data-label="${left.shift()}"`);
    });
    return `<div class="scroll" tabindex="0">${labelled.join("<tr>")}</div>
`;
  }
  /** A heading without words is left out. */
  tablecell(cell) {
    return super.tablecell({ ...cell, header: cell.header && cell.text !== "" });
  }
  /** The manual has no markup of its own: `<name>` is a placeholder for a name. A comment is for those who edit the file. */
  html({ text }) {
    if (isComment(text)) return "";
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }
  code(code) {
    return super.code(code).replace("<pre>", '<pre tabindex="0">');
  }
};
var isComment = (markdown) => markdown.startsWith("<!--");
var plain = (markdown) => markdown.replace(/\]\([^()]*\)/g, "").replace(/[`*#|[\]]+|-{3,}/g, " ").replace(/\s+/g, " ").trim();
var anchorOf = (title) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
function addressOf(href, file, reader) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const { pathname, search, hash } = new URL(href, `http://docs/docs/${file}`);
  if (pathname.endsWith(".md")) {
    const page = pathname.replace(/^\/docs/, "").replace(/(?:README)?\.md$/, "");
    return docsAddress(reader, page + hash);
  }
  const isOfBank = /^\/(?:console|_sandbox)(?:\/(?!openapi)|$)/.test(pathname);
  return (isOfBank ? reader.prefix : reader.mount) + pathname + search + hash;
}

// server/http/documents/manual-search.ts
import MiniSearch from "minisearch";
var MOST_FOUND = 50;
var MOST_WORDS = 8;
var AROUND = 100;
var SIDE_BY_SIDE = 4;
var REFERENCE = /^(?:(?:interface|rules|assumptions|mistakes|performance)$|scenarios\b)/;
var SMALL = /^(?:a|an|and|are|be|by|can|do|does|for|from|get|give|how|i|in|is|it|make|my|of|on|or|see|that|the|this|to|was|what|when|why|with)$/;
var ALSO = [
  [/\binsufficient funds\b|\bno money\b|\boverdrawn\b/i, "lack of funds"],
  [/\bpagination\b|\bpaging\b/i, "pages"],
  [/\bpostman\b|\binsomnia\b/i, "bruno collection"],
  [/\bdecoupled\b/i, "app approval"],
  [/\b(?:several|multiple|many) (?:tpps|developers|teams)\b|\bmulti-?tenan\w+/i, "second bank"],
  [/\b(?:differs?|different) from the real\b/i, "simulated"],
  [/\btime travel\b/i, "clock"]
];
function createManualSearch(pages) {
  const open = memoize(() => indexOf(pages()));
  return (question) => {
    const { index, sections } = open();
    const terms = termsOf(withSynonyms(question));
    const all = index.search(terms.join(" "), { combineWith: "AND" });
    const found = all.length > 0 ? all : mostOf(index.search(terms.join(" ")), terms);
    const score = ({ id, score: own }) => own * (sections[id]?.phrase.includes(` ${terms.join(" ")}`) ? SIDE_BY_SIDE : 1);
    const best = found.toSorted((a, b) => score(b) - score(a));
    return best.slice(0, MOST_FOUND).map((result) => {
      const { page, section } = sections[result.id];
      return { page, section, extract: around(section.text, result.terms) };
    });
  };
}
function indexOf(pages) {
  const sections = pages.flatMap((page) => page.sections.map((section) => ({ page, section }))).map(
    ({ page, section }, id) => ({
      id,
      page,
      section,
      title: page.title,
      heading: section.title,
      text: section.text,
      phrase: ` ${termsIn(`${page.title} ${section.title} ${section.text}`).join(" ")} `
    })
  );
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    processTerm: (word) => stemOf(word.toLowerCase()),
    searchOptions: {
      boost: { title: 4, heading: 3 },
      prefix: (term) => term.length > 3,
      boostDocument: (id) => REFERENCE.test(sections[id]?.page.path ?? "") ? 1 / 10 : 1
    }
  });
  index.addAll(sections);
  return { index, sections };
}
var wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
var stemOf = (word) => word.replace(/(?<=.{4})(?:s|ed|ing)$/, "");
var withSynonyms = (question) => ALSO.reduce((words, [pattern, also]) => words.replace(pattern, also), question.slice(0, 500));
var termsIn = (text) => wordsIn(text).filter((word) => !SMALL.test(word)).map(stemOf);
function termsOf(question) {
  const telling = termsIn(question);
  return [...new Set(telling.length > 0 ? telling : wordsIn(question))].slice(0, MOST_WORDS);
}
var mostOf = (found, terms) => found.filter(({ queryTerms }) => queryTerms.length >= 2 && queryTerms.length > terms.length / 2);
function around(text, terms) {
  const [longest = ""] = terms.toSorted((a, b) => b.length - a.length);
  const at = Math.max(0, text.toLowerCase().indexOf(longest));
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
  return `${from > 0 ? "\u2026" : ""}${text.slice(from, to)}${to < text.length ? "\u2026" : ""}`;
}

// q.mts
var m = createManual(new URL("file:///work/wt/quick/"));
var s = createManualSearch(m.pages);
var Q = process.argv.length > 2 ? process.argv.slice(2) : ["expired consent", "test an expired consent", "how do I test an expired consent", "consent expired", "several developers on one bank", "multiple developers", "share one bank between developers", "my own QWAC and QSEAL", "own QWAC", "QSEAL", "bring my own certificate", "Postman", "use Postman", "what differs from the real bank", "difference to the real bank", "differences from production", "insufficient funds", "pagination", "next page", "page transactions", "decoupled SCA", "decoupled", "several TPPs", "multiple TPPs", "multi-tenant", "multi tenant", "reset between tests", "reset", "run in Docker", "docker", "CI", "run in CI", "github actions", "gitlab", "move the clock", "time travel", "change the time", "a payment that is rejected", "rejected payment", "payment rejected", "RJCT", "why is my signature invalid", "signature invalid", "SIGNATURE_INVALID", "invalid signature", "lost answer", "absent", "person who is absent", "background refresh", "PSU absent", "daily limit"];
for (const q of Q) console.log(q.padEnd(38), s(q).slice(0, 3).map((f) => f.page.path + "#" + f.section.anchor).join("  |  ") || "NONE");
