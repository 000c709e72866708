// Whether a JSON number survives being a double: amounts must not lose digits on the way in.

/** Whether the shortest text of the double means the same decimal number as what was written. */
export function isExactNumber(lexeme: string, value: number): boolean {
  // Fifteen digits without exponent always come back.
  if (lexeme.length <= 15 && !/[eE]/.test(lexeme)) return true;
  if (!Number.isFinite(value)) return false;
  return canonical(lexeme) === canonical(String(value));
}

/** `-012.500e1` and `-125` both → `-125e0`; zero of either sign → `0`. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
