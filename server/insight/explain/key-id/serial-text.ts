// The ways to write a serial number: correct, with colons or 0x, in decimal.

/** Upper-case hexadecimal without leading zeros, as the bank writes it. */
export const canonicalSerial = (hex: string): string =>
  hex.toUpperCase().replace(/^(-?)0+(?=[0-9A-F])/, '$1');

/** Without a prefix and without separators between the bytes. */
export const bareSerial = (sent: string): string => sent.replace(/^0x/i, '').replace(/[:\s]/g, '');

/** The serial number of `SN` in decimal, as the bank writes it; `undefined` if it is not such a number. */
export const hexOfDecimal = (sent: string): string | undefined =>
  /^-?\d{1,64}$/.test(sent) ? BigInt(sent).toString(16).toUpperCase() : undefined;

/** Whether the sent text is that serial number in any of these ways. */
export const namesSerial = (sent: string, serial: string): boolean =>
  canonicalSerial(bareSerial(sent)) === serial || hexOfDecimal(sent) === serial;
