/** Runs jobs, at most so many at a time; others wait for their turn, in order. */
export function atMost(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      // The next one takes this one's place.
      if (next === undefined) running--;
      else next();
    }
  };
}
