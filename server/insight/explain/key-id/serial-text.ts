// The ways in which people write a serial number: as it should be, with colons or 0x, in decimal.

/** Upper-case hexadecimal without leading zeros, as the bank writes it. */
export const canonicalSerial = (hex: string): string =>
  hex.toUpperCase().replace(/^(-?)0+(?=[0-9A-F])/, '$1');

/** Without a prefix, and with nothing between the bytes. */
export const bareSerial = (sent: string): string => sent.replace(/^0x/i, '').replace(/[:\s]/g, '');

/** `SN` in decimal as the bank writes serial numbers; `undefined` where it is no such number. */
export const hexOfDecimal = (sent: string): string | undefined =>
  /^-?\d{1,64}$/.test(sent) ? BigInt(sent).toString(16).toUpperCase() : undefined;

/** Whether what was sent is that serial number in any of them. */
export const namesSerial = (sent: string, serial: string): boolean =>
  canonicalSerial(bareSerial(sent)) === serial || hexOfDecimal(sent) === serial;
