// A number with its noun: `1 session`, `2 sessions`.

export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
