// Check digits of Norwegian numbers: account numbers, organisation numbers and payment references.

/** Luhn's, of the digits before it. */
export function modulus10(digits: string): number {
  const sum = fromTheRight(digits).reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** With weights 2 to 7 from the right; `undefined` if it would be 10. */
export function modulus11(digits: string): number | undefined {
  const sum = fromTheRight(digits).reduce((total, digit, at) => total + digit * (2 + (at % 6)), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? undefined : check;
}

const fromTheRight = (digits: string): readonly number[] => [...digits].reverse().map(Number);
