// A body in Transfer-Encoding: chunked, as sent.

/** The bytes of the chunks; `undefined` unless the whole text is chunks up to the last one. */
export function decodeChunks(rest: Buffer): Buffer | undefined {
  const text = rest.toString('latin1');
  const chunks: string[] = [];
  for (let at = 0; ; ) {
    const [line, size] =
      /^([0-9A-Fa-f]{1,8})(?:;[^\r\n]*)?\r?\n/.exec(text.slice(at, at + 300)) ?? [];
    if (line === undefined || size === undefined) return undefined;
    const from = at + line.length;
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.from(chunks.join(''), 'latin1');
    const end = /^\r?\n/.exec(text.slice(from + length, from + length + 2))?.[0];
    if (end === undefined) return undefined;
    chunks.push(text.slice(from, from + length));
    at = from + length + end.length;
  }
}
