// Account numbers as PAY-04 wants them: IBAN, Norwegian BBAN, and whether the two agree.
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { modulus11 } from '../kernel/check-digits.ts';
import { remember } from '../kernel/recent.ts';

const MAX_IBAN = 34;

/** The IBAN without its spaces: `NO93 8601 1117 947` → `NO9386011117947`. */
export function electronicIban(text: string): string {
  return text.replaceAll(' ', '');
}

/** What is wrong with the IBAN, as the end of a sentence that begins with its name. */
export const ibanProblem = remember((text): string | undefined => {
  const iban = electronicIban(text);
  if (iban.length > MAX_IBAN) {
    return `must be at most ${MAX_IBAN} characters long without its spaces; it has ${[...iban].length}`;
  }
  if (!/^[A-Z]{2}[0-9]{2}[0-9A-Za-z]+$/.test(iban)) {
    return 'must be an IBAN: a country code in capitals, two check digits, then letters and digits';
  }
  const country = iban.slice(0, 2);
  const found = new Set(validateIBAN(iban).errorCodes);
  if (found.has(ValidationErrorsIBAN.NoIBANCountry)) {
    return `must begin with the code of a country that has IBANs; ${country} has none`;
  }
  if (found.has(ValidationErrorsIBAN.WrongBBANLength)) {
    const length = countrySpecs[country]?.chars;
    return `must have the length of its country, ${length} characters for ${country}; it has ${iban.length}`;
  }
  if (found.has(ValidationErrorsIBAN.WrongBBANFormat)) {
    return `must have letters and digits where the account numbers of ${country} have them`;
  }
  if (found.has(ValidationErrorsIBAN.WrongIBANChecksum)) {
    return `must have right check digits; ${iban.slice(2, 4)} does not match the rest (ISO 7064 modulus 97)`;
  }
  // Other countries' own check digits are no rule of the interface.
  return country === 'NO' ? norwegianProblem(iban.slice(4)) : undefined;
});

/** What is wrong with the Norwegian account number, as the end of a sentence. */
export function bbanProblem(text: string): string | undefined {
  if (!/^[0-9]{11}$/.test(text)) {
    return 'must be a Norwegian account number of 11 digits, without spaces or dots';
  }
  return norwegianProblem(text);
}

/** Whether the BBAN is what the (valid) IBAN holds after its check digits. */
export function agrees(iban: string, bban: string): boolean {
  return electronicIban(iban).slice(4) === bban;
}

function norwegianProblem(bban: string): string | undefined {
  if (modulus11(bban.slice(0, 10)) === Number(bban[10])) return undefined;
  return `must contain a valid Norwegian account number; the last digit of ${bban} fails modulus 11`;
}
