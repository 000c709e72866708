// Turns one kind of exception into a value and lets every other one through.

/** What `run` returns, or the error of that kind which it threw. */
export function attempt<T, E extends Error>(
  kind: abstract new (...args: never[]) => E,
  run: () => T,
): T | E {
  try {
    return run();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}
