// JSON of any origin, read as other programs read it. What walks a value, compares it or prints it again calls itself
// for each level, so the levels are counted in the text, where nothing does.

const MOST_LEVELS = 64;

/** Throws SyntaxError. */
export function parseShallow(text: string): unknown {
  if (levelsOf(text) > MOST_LEVELS) {
    throw new SyntaxError(`its lists and objects nest deeper than ${MOST_LEVELS} levels`);
  }
  return JSON.parse(text);
}

/** The most brackets that are open at once, outside of texts. */
function levelsOf(text: string): number {
  let [open, most, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isText = !isText;
    else if (isText) at += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') most = Math.max(most, ++open);
    else if (char === ']' || char === '}') open -= 1;
  }
  return most;
}
