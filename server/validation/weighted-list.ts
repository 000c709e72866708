// Lists with quality values: Accept, Accept-Language (RFC 9110, 12.4.2).

export interface Weighted {
  /** Lower case, without parameters. */
  readonly name: string;
  /** 0 … 1; 1 when not stated or not readable. */
  readonly quality: number;
}

/** `text/html;level=1, application/json; q=0.5` → names with their qualities, in order. */
export function weighted(list: string): readonly Weighted[] {
  return list
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
      return { name, quality: qualityOf(quality) };
    })
    .filter(({ name }) => name !== '');
}

function qualityOf(parameter: string | undefined): number {
  const text = parameter?.split('=')[1]?.trim() ?? '1';
  return /^(?:0(?:[.][0-9]{0,3})?|1(?:[.]0{0,3})?)$/.test(text) ? Number(text) : 1;
}
