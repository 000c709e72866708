// A TPP that plays scenarios well, and badly in one way at a time: each habit spoils one thing.
import { randomUUID } from 'node:crypto';
import type { ScenarioTurn } from '../../client/scenarios.ts';
import { createSigner } from '../../client/sign.ts';

/** What a bad client does; none of it by default. */
export type Habit =
  | 'does nothing'
  | 'signs wrongly'
  | 'writes payments wrongly'
  | 'takes any callback for a success'
  | 'asks for access for ever'
  | 'asks for more links'
  | 'opens a used link again'
  | 'keeps the expected PSU-ID'
  | 'looks at no state'
  | 'sends no state'
  | 'gives up at once'
  | 'starts a second SCA'
  | 'hammers'
  | 'reads the first page only'
  | 'reads each page twice'
  | 'reads accounts that it made up'
  | 'keeps the first list of accounts'
  | 'forgets PSU-Corporate-ID'
  | 'asks for access in each run'
  | 'reads the first account only'
  | 'reads no transactions'
  | 'reads what is booked only'
  | 'reads what is pending only'
  | 'stores each run anew'
  | 'comes too soon'
  | 'has no patience'
  | 'pretends that the person is there'
  | 'goes on with the next account'
  | 'forgets Retry-After'
  | 'asks from its last run on'
  | 'pays anew'
  | 'pays another sum'
  | 'forces duplicates'
  | 'never asks for the status'
  | 'asks for the status for ever'
  | 'asks for the status without a pause'
  | 'asks once more when it is final'
  | 'asks for approval again'
  | 'forgets its payments'
  | 'converts by itself'
  | 'leaves the KID out'
  | 'leaves the address out'
  | 'deletes for ever'
  | 'takes 202 for done'
  | 'asks for the basket only';

/** The client gives up. */
export class Stop extends Error {}

interface Asked {
  readonly body?: object;
  readonly psu?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

const CALLBACK = 'https://tpp.example/callback';
const TRIES = 3;
const LONGEST_WAIT = 120;
const BURST = 10;
const FINAL = ['ACSC', 'ACCP', 'RJCT', 'CANC', 'PART'];

export class ScenarioClient {
  readonly #habit: Habit | undefined;
  #turn!: ScenarioTurn;
  #sent = 0;
  #rounds = 0;
  #psu: Readonly<Record<string, string>> = {};
  #accounts: readonly string[] | undefined;
  #closed = new Map<string, number>();
  #payments: { path: string; isFinal: boolean }[] = [];
  #stored: { transactionId?: string; bookingStatus: string }[] = [];

  constructor(habit?: Habit) {
    this.#habit = habit;
  }

  /** Does the task, as often as the scenario lets it run, and shows what it has stored. */
  async run(task: string, turn: ScenarioTurn): Promise<object | undefined> {
    this.#turn = turn;
    const { psuId, sessionId, psuCorporateId } = turn.connected ?? {};
    if (psuId !== undefined && this.#psu['PSU-ID'] === undefined) {
      this.#psu = {
        'PSU-ID': psuId,
        'TPP-Session-ID': sessionId ?? '',
        'PSU-IP-Address': '192.0.2.10',
        ...(psuCorporateId === undefined || this.#has('forgets PSU-Corporate-ID')
          ? {}
          : { 'PSU-Corporate-ID': psuCorporateId }),
      };
    }
    if (this.#has('does nothing')) return undefined;
    const tasks: Record<string, () => Promise<void>> = {
      connect: () => this.#connectOnce(),
      read: () => this.#read('accounts'),
      refresh: () => this.#refresh(),
      pay: () => this.#pay(),
      cancel: () => this.#cancel(),
      cards: () => this.#read('card-accounts'),
      basket: () => this.#basket(),
    };
    await tasks[task]?.();
    return task === 'read' ? { stored: this.#stored } : undefined;
  }

  #has(habit: Habit): boolean {
    return this.#habit === habit;
  }

  // --- requests

  async #once(method: string, path: string, { body, psu }: Asked): Promise<Answer> {
    const { url, certificate, privateKey, keyId, wait } = this.#turn;
    this.#sent += 1;
    if (this.#sent % BURST === 0 && !this.#has('comes too soon')) await wait(1);
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const sign = createSigner({ certificate, privateKey, keyId });
    const headers = sign({
      method,
      url: url + path,
      headers: { 'x-accept-fix': 'amount-as-string', 'TPP-Redirect-URI': CALLBACK, ...psu },
      ...text,
    });
    if (this.#has('signs wrongly')) headers['Signature'] = `${headers['Signature']}x`;
    const patience = this.#has('has no patience') ? 300 : 40_000;
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url + path, { method, headers, signal, ...text });
    const { status } = response;
    const said = await response.text();
    const isJson = said === '' || /json/.test(response.headers.get('content-type') ?? '');
    return { status, headers: response.headers, json: isJson && said ? JSON.parse(said) : {} };
  }

  /** Tries again what got no proper answer; every request here can be sent twice. */
  async #ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const tries = this.#has('gives up at once') ? 1 : this.#has('hammers') ? 9 : TRIES;
    for (let tried = 1; ; tried++) {
      const answer = await this.#once(method, path, asked).catch(() => undefined);
      const isBad = answer === undefined || answer.status >= 500 || answer.status === 429;
      const isOver = isBad || (this.#has('hammers') && answer.status >= 400);
      if (!isOver) return answer;
      if (tried === tries) {
        if (answer === undefined) throw new Stop('no answer');
        return answer;
      }
      const told = answer?.headers.get('retry-after') ?? undefined;
      const after = told === undefined ? 2 ** tried : Number(told);
      if (after > LONGEST_WAIT && !this.#has('hammers')) {
        this.#closed.set(path, after);
        throw new Stop('later');
      }
      if (!this.#has('comes too soon') && !this.#has('hammers')) await this.#turn.wait(after);
    }
  }

  /** A read for the person: after an SCA, if the bank asks for one. */
  async #get(path: string): Promise<Answer> {
    const answer = await this.#ask('GET', path, { psu: this.#psu });
    const link = answer.json._links?.scaRedirect?.href;
    if (answer.status < 400) return answer;
    if (answer.status === 404 || this.#has('goes on with the next account')) return answer;
    if (link === undefined || this.#psu['PSU-IP-Address'] === undefined) throw new Stop(path);
    if (answer.json.tppMessages[0].code === 'CONSENT_INVALID') {
      if (!this.#has('asks for access for ever') || ++this.#rounds > 3) throw new Stop('nothing');
      this.#take(await this.#turn.open(link));
      return this.#get(path);
    }
    if (this.#has('gives up at once')) throw new Stop(path);
    const callback = await this.#turn.open(link);
    if (!this.#take(callback)) throw new Stop('no SCA');
    const again = await this.#ask('GET', path, { psu: this.#psu });
    if (again.status >= 400) throw new Stop(path);
    return again;
  }

  /** Whether the callback says that the person has approved. */
  #take(callback: URL | undefined): boolean {
    const query = callback?.searchParams;
    const psuId = query?.get('psu-id');
    if (!psuId) return false;
    const corporateId = query?.get('psu-corporate-id');
    const expected = this.#turn.connected?.psuId;
    this.#psu = {
      'PSU-ID': this.#has('keeps the expected PSU-ID') ? (expected ?? psuId) : psuId,
      'TPP-Session-ID': query?.get('tpp-session-id') ?? '',
      'PSU-IP-Address': '192.0.2.10',
      ...(corporateId ? { 'PSU-Corporate-ID': corporateId } : {}),
    };
    return true;
  }

  // --- tasks

  /** A callback that it has had changes nothing. */
  async #connectOnce(): Promise<void> {
    const isOld = this.#turn.callback !== undefined && !this.#has('asks for access in each run');
    if (isOld) await this.#get('/v1/accounts');
    else await this.#connect();
  }

  async #connect(): Promise<void> {
    const asksMore = this.#has('asks for more links');
    const rounds = asksMore || this.#has('asks for access for ever') ? 5 : 2;
    for (let round = 1; round <= rounds; round++) {
      const state = randomUUID();
      const uri = this.#has('sends no state') ? CALLBACK : `${CALLBACK}?state=${state}`;
      const psu = {
        'TPP-Redirect-URI': uri,
        'TPP-Session-ID': randomUUID(),
        'PSU-IP-Address': '192.0.2.10',
      };
      const asked = await this.#ask('POST', '/v1/bank-offered-consents', { psu });
      const link = asked.json._links?.scaRedirect?.href;
      if (link === undefined) throw new Stop(`${asked.status}`);
      if (asksMore && round === 2) continue;
      const callback = (await this.#turn.open(link)) ?? (await this.#openAgain(link));
      if (this.#has('opens a used link again')) await this.#turn.open(link);
      if (this.#has('starts a second SCA') && round === 1) continue;
      const query = callback?.searchParams;
      const isForeign = query?.get('state') !== state && !this.#has('sends no state');
      if (isForeign && !this.#has('looks at no state') && callback) return;
      if (this.#take(callback) || this.#has('takes any callback for a success')) {
        await this.#get('/v1/accounts');
        return;
      }
      if (query?.get('code') !== 'SCA_EXPIRED' && !this.#has('asks for access for ever')) return;
    }
  }

  async #openAgain(link: string): Promise<URL | undefined> {
    return this.#has('gives up at once') ? undefined : this.#turn.open(link);
  }

  async #read(kind: 'accounts' | 'card-accounts'): Promise<void> {
    if (!this.#has('stores each run anew')) {
      this.#stored = this.#stored.filter(({ bookingStatus }) => bookingStatus === 'booked');
    }
    if (this.#has('asks for access in each run')) await this.#connect();
    const isOld = this.#has('keeps the first list of accounts') && this.#accounts !== undefined;
    if (!isOld) {
      const { json } = await this.#get(`/v1/${kind}`);
      const list: { resourceId: string }[] = json.accounts ?? json.cardAccounts ?? [];
      this.#accounts = list.map(({ resourceId }) => resourceId);
    }
    const made = this.#has('reads accounts that it made up') ? ['enc!!bWFkZS11cA'] : [];
    const all = [...made, ...(this.#accounts ?? [])];
    const some = this.#has('reads the first account only') ? all.slice(0, 1) : all;
    for (const id of some) {
      const base = `/v1/${kind}/${encodeURIComponent(id)}`;
      if (kind === 'accounts') await this.#get(`${base}/balances`);
      if (!this.#has('reads no transactions')) await this.#transactions(base, kind);
    }
  }

  async #transactions(base: string, kind: string): Promise<void> {
    const status = this.#has('reads what is booked only')
      ? 'booked'
      : this.#has('reads what is pending only')
        ? 'pending'
        : 'both';
    let path: string | undefined = `${base}/transactions?bookingStatus=${status}`;
    while (path !== undefined) {
      const { json }: Answer = await this.#get(path);
      if (this.#has('reads each page twice')) {
        await this.#get(path);
        await this.#get(path);
      }
      const lists = kind === 'accounts' ? json.transactions : json.cardTransactions;
      this.#store(lists);
      path = lists?._links?.next?.href;
      if (this.#has('reads the first page only')) return;
    }
  }

  /** What is booked by its id; what is pending is that of this run. */
  #store(lists: { booked?: { transactionId: string }[]; pending?: object[] } = {}): void {
    const { booked = [], pending = [] } = lists;
    const known = new Set(this.#stored.map(({ transactionId }) => transactionId));
    const isNew = (id: string) => this.#has('stores each run anew') || !known.has(id);
    const fresh = booked.filter(({ transactionId }) => isNew(transactionId));
    this.#stored.push(
      ...fresh.map(({ transactionId }) => ({ transactionId, bookingStatus: 'booked' })),
      ...pending.map(() => ({ bookingStatus: 'pending' })),
    );
  }

  async #refresh(): Promise<void> {
    const { wait, run } = this.#turn;
    const { 'TPP-Session-ID': _, 'PSU-IP-Address': address, ...absent } = this.#psu;
    const pretends = this.#has('pretends that the person is there') && address !== undefined;
    this.#psu = pretends ? { ...absent, 'PSU-IP-Address': address } : absent;
    const { json } = await this.#get('/v1/accounts');
    for (const { resourceId } of json.accounts ?? [{ resourceId: 'enc!!bm9uZQ' }]) {
      if (this.#has('reads no transactions')) continue;
      const tooFar =
        this.#has('asks from its last run on') && run > 1 ? '&dateFrom=2020-01-01' : '';
      const path = `/v1/accounts/${encodeURIComponent(resourceId)}/transactions?bookingStatus=booked${tooFar}`;
      if (this.#closed.has(path) && !this.#has('forgets Retry-After')) continue;
      await this.#get(path).catch(() => undefined);
    }
    await wait(1);
  }

  /** The IBAN to pay from. */
  async #debtor(): Promise<object> {
    const { json } = await this.#get('/v1/accounts');
    const account = json.accounts.find(({ currency }: { currency: string }) => currency === 'NOK');
    return { iban: account.iban, currency: 'NOK' };
  }

  #bodyOf(body: object): object {
    const changed: Record<string, unknown> = { ...body };
    if (this.#has('writes payments wrongly')) changed['instructedAmount'] = 125;
    if (this.#has('converts by itself')) {
      changed['instructedAmount'] = { amount: '141.91', currency: 'NOK' };
    }
    if (this.#has('leaves the KID out')) delete changed['remittanceInformationStructured'];
    const isSepa = JSON.stringify(body).includes('DE89');
    if (isSepa && !this.#has('leaves the address out')) {
      changed['creditorAddress'] ??= { townName: 'Berlin', country: 'DE' };
    }
    return changed;
  }

  /** Makes the payment. Returns its path, if the client got to know it. */
  async #create(product: string, body: object): Promise<{ path: string; answer: Answer }> {
    const whole = { ...this.#bodyOf(body), debtorAccount: await this.#debtor() };
    const asked = { psu: this.#psu, body: whole };
    const anew = `/v1/${product}?allowLogicalDuplicate=true`;
    let answer: Answer;
    if (this.#has('pays anew')) {
      answer = await this.#once('POST', `/v1/${product}`, asked)
        .then((first) => (first.status < 500 ? first : this.#once('POST', anew, asked)))
        .catch(() => this.#once('POST', anew, asked));
    } else {
      answer = await this.#ask('POST', `/v1/${product}`, asked);
    }
    if (answer.status === 409 && this.#has('forces duplicates')) {
      answer = await this.#ask('POST', anew, asked);
    }
    if (answer.status !== 201) throw new Stop(`${answer.status}`);
    return { path: `/v1/${product}/${answer.json.paymentId}`, answer };
  }

  async #approve(answer: Answer, path: string): Promise<boolean> {
    const link = answer.json._links.scaRedirect?.href;
    if (link === undefined) return true;
    const callback = await this.#turn.open(link).catch(() => undefined);
    const isOver = callback === undefined || callback.searchParams.has('code');
    if (callback === undefined && this.#has('gives up at once')) return false;
    if (isOver && this.#has('pays another sum')) return false;
    if (callback?.searchParams.get('code') === 'SCA_EXPIRED' && !this.#has('gives up at once')) {
      const more = await this.#ask('POST', `${path}/authorisations`, { psu: this.#psu });
      return (await this.#turn.open(more.json._links.scaRedirect.href)) !== undefined;
    }
    return callback?.searchParams.get('code') === null || callback === undefined;
  }

  async #follow(path: string): Promise<string> {
    const most = this.#has('asks for the status for ever') ? 70 : 20;
    if (this.#has('never asks for the status')) return '';
    for (let asked = 1; ; asked++) {
      if (!this.#has('asks for the status without a pause')) await this.#turn.wait(3);
      const { json } = await this.#get(`${path}/status`);
      const status: string = json.transactionStatus;
      const isFinal = FINAL.includes(status) && !this.#has('asks for the status for ever');
      if (isFinal && this.#has('asks once more when it is final'))
        await this.#get(`${path}/status`);
      if (isFinal || asked === most) return status;
    }
  }

  async #pay(): Promise<void> {
    if (this.#turn.callback !== undefined && !this.#has('forces duplicates')) {
      for (const { path } of this.#payments) await this.#get(`${path}/status`);
      return;
    }
    const open = this.#payments.filter(({ isFinal }) => !isFinal);
    for (const payment of open) {
      if (this.#has('forgets its payments')) return;
      await this.#follow(payment.path);
    }
    if (open.length > 0) return;
    const [wanted] = this.#turn.payments;
    if (wanted === undefined) throw new Error('nothing to pay');
    const { path, answer } = await this.#create(wanted.product, wanted.body);
    const payment = { path, isFinal: false };
    this.#payments.push(payment);
    const isApproved = await this.#approve(answer, path);
    if (!isApproved && !this.#has('asks for the status for ever')) {
      if (this.#has('pays another sum')) await this.#payMore(wanted);
      return;
    }
    const status = await this.#follow(path);
    payment.isFinal = FINAL.includes(status);
    if (this.#has('asks for approval again') && status === 'RCVD')
      await this.#ask('POST', `${path}/authorisations`, { psu: this.#psu });
    if (this.#has('pays another sum') && status !== 'ACSC') await this.#payMore(wanted);
  }

  async #payMore({ product, body }: ScenarioTurn['payments'][number]): Promise<void> {
    const instructedAmount = { amount: '126.00', currency: 'NOK' };
    await this.#create(product, { ...body, instructedAmount });
  }

  async #cancel(): Promise<void> {
    const [wanted] = this.#turn.payments;
    if (wanted === undefined) throw new Error('nothing to pay');
    const { path, answer } = await this.#create(wanted.product, wanted.body);
    await this.#approve(answer, path);
    const tries = this.#has('deletes for ever') ? 5 : 1;
    let deleted = await this.#ask('DELETE', path, { psu: this.#psu });
    for (let i = 1; i < tries; i++) deleted = await this.#ask('DELETE', path, { psu: this.#psu });
    if (this.#has('takes 202 for done')) return;
    const start = deleted.json._links?.startAuthorisation?.href;
    if (start !== undefined) {
      const begun = await this.#ask('POST', start, { psu: this.#psu });
      await this.#approve(begun, path);
    }
    if (!this.#has('never asks for the status')) await this.#get(`${path}/status`);
  }

  async #basket(): Promise<void> {
    const rounds = this.#has('pays another sum') ? 2 : 1;
    const paths: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const { product, body } of this.#turn.payments) {
        const remittanceInformationUnstructured = `round ${round}`;
        const { path } = await this.#create(product, {
          ...body,
          remittanceInformationUnstructured,
        });
        paths.push(path);
      }
    }
    const paymentIds = paths.map((path) => path.split('/').at(-1));
    const made = await this.#ask('POST', '/v1/signing-baskets', {
      psu: this.#psu,
      body: { paymentIds },
    });
    const basket = `/v1/signing-baskets/${made.json.basketId}`;
    const isApproved = await this.#approve(made, basket);
    if (this.#has('asks for the status for ever')) await this.#follow(basket);
    if (!isApproved) return;
    const followed = this.#has('asks for the basket only') ? [basket] : paths;
    for (const path of followed) await this.#follow(path);
  }
}
