// The control API for tests (`/_sandbox`), as functions.

export interface TestClock {
  /** Moves the bank's time forward, by an ISO 8601 duration such as `P1D`, and runs what is due. */
  advance(by: string): Promise<ClockMoved>;
  /** Sets the bank's time, also back. If frozen, it does not run until it is moved. */
  set(now: string | Date, options?: { readonly frozen?: boolean }): Promise<ClockMoved>;
}

export interface ClockMoved {
  readonly now: string;
  readonly frozen: boolean;
  /** What the bank did on the way. */
  readonly events: readonly {
    readonly at: string;
    readonly type: string;
    readonly paymentId?: string;
  }[];
}

/** All that are given must match; docs/sandbox/requests.md lists them. */
export interface RequestFilter {
  readonly method?: string;
  /** The beginning of a path such as `/v1/accounts`. */
  readonly path?: string;
  readonly operation?: string;
  /** `401` or `4xx`. */
  readonly status?: string;
  readonly code?: string;
  readonly requestId?: string;
  /** The filters as one line, such as `status:4xx op:getAccounts person:jonas`. */
  readonly q?: string;
  /** How long to wait, an ISO 8601 duration of at most a minute; default `PT10S`. */
  readonly timeout?: string;
}

/** A request of the log, with the result of every check. */
export interface SeenRequest {
  readonly id: string;
  readonly number: number;
  readonly requestId?: string;
  readonly method: string;
  readonly target: string;
  readonly operation?: string;
  readonly status: number;
  readonly codes: readonly string[];
  readonly request: { readonly headers: readonly (readonly string[])[]; readonly body?: string };
  readonly answer: { readonly status: number; readonly body?: string };
  readonly [member: string]: unknown;
}

/** docs/sandbox/faults.md explains every member. */
export interface FaultToSet {
  readonly match?: Readonly<Record<string, string | number>>;
  readonly effect: Readonly<Record<string, unknown>>;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly seed?: number | string;
  readonly expiry?: string;
}

export interface TestControl {
  readonly clock: TestClock;
  /** The first request that matches after the one that this function returned last; waits for it. */
  nextRequest(filter?: RequestFilter): Promise<SeenRequest>;
  /** Saves the bank under a name; `restore` returns to it. */
  snapshot(name?: string): Promise<void>;
  restore(name?: string): Promise<void>;
  /** Makes the bank answer some requests badly. Returns the id, which `Sandbank-Fault` names. */
  fault(fault: FaultToSet): Promise<string>;
  /** Puts the bank back into its starting state. */
  reset(): Promise<void>;
  /** Any other operation of the control API: `control('GET', '/consents')`. Rejects if it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  control(method: string, path: string, body?: unknown): Promise<any>;
}

const SNAPSHOT = 'test';

/** @param url address of the bank; @param token of the control API, if it needs one */
export function testControl(url: string, token: string | undefined): TestControl {
  /** Number of the request that nextRequest returned last. */
  let seen = 0;

  const control: TestControl['control'] = async (method, path, body) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/_sandbox${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return text === '' ? undefined : JSON.parse(text);
    throw new Error(`${method} /_sandbox${path}: ${answer.status} ${text}`);
  };

  return {
    control,
    clock: {
      advance: (by) => control('POST', '/clock/advance', { by }),
      set: (now, { frozen } = {}) =>
        control('PUT', '/clock', {
          now: typeof now === 'string' ? now : now.toISOString(),
          ...(frozen === undefined ? {} : { frozen }),
        }),
    },
    async nextRequest(filter = {}) {
      const query = new URLSearchParams({ ...filter, after: String(seen) });
      const request: SeenRequest = await control('GET', `/requests/next?${query}`);
      seen = request.number;
      return request;
    },
    snapshot: (name = SNAPSHOT) => control('PUT', `/snapshots/${name}`),
    restore: (name = SNAPSHOT) => control('POST', `/snapshots/${name}/restore`),
    fault: async (fault) => (await control('POST', '/faults', fault)).id,
    reset: () => control('POST', '/reset'),
  };
}
