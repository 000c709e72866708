// A TPP that has nothing but the openssl command line and curl. It begins with the README's own words, so
// that what is printed there is what works.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './source-tree.ts';

/** As `curl -i` prints it, read. */
export interface Printed {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface OpensslCall {
  readonly psuId?: string;
  /** Sent but not signed, for instance TPP-Session-ID. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What the README's snippet leaves behind in the folder it runs in: tpp.json and tpp.key. */
const SIGNED_CALL = String.raw`
field() { sed -E "s/.*\"$1\":\"([^\"]*)\".*/\1/" tpp.json; }
names=() lines=() arguments=()
signed() { names+=("$1"); lines+=("$1: $2"); arguments+=(-H "$1: $2"); }

signed date "$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"
signed x-request-id "$(openssl rand -hex 16)"
signed tpp-redirect-uri "$REDIRECT"
if [ -n "$PSU_ID" ]; then signed psu-id "$PSU_ID"; fi
if [ -n "$BODY" ]; then
  signed digest "SHA-256=$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A)"
  arguments+=(-H 'Content-Type: application/json' --data-raw "$BODY")
fi
text=$(printf '%s\n' "${'$'}{lines[@]}")
signature=$(printf %s "$text" | openssl dgst -sha256 -sign tpp.key | openssl base64 -A)

curl -sS -i -X "$METHOD" "$URL" "${'$'}{arguments[@]}" "$@" \
  -H "TPP-Signature-Certificate: $(field certificateBase64)" \
  -H "Signature: keyId=\"$(field keyId)\",algorithm=\"rsa-sha256\",headers=\"${'$'}{names[*]}\",signature=\"$signature\""
`;

export class OpensslTpp {
  readonly #bank: string;
  readonly #redirect: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'sandbank-openssl-'));

  constructor(bank: string, redirect: string) {
    this.#bank = bank;
    this.#redirect = redirect;
  }

  /** The README's snippet as pasted: it fetches a certificate and sends GET /v1/accounts. */
  async firstRequest(): Promise<Printed> {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, script = ''] = /### openssl and curl\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const changes = [
      ['bank=http://127.0.0.1:8080\n', `bank=${this.#bank}\n`],
      ['redirect=https://tpp.example/callback?state=42\n', `redirect='${this.#redirect}'\n`],
    ] as const;
    for (const [line] of changes) {
      if (!script.includes(line)) throw new Error(`README.md has no line ${line}`);
    }
    const pasted = changes.reduce((text, [line, other]) => text.replace(line, other), script);
    return read(await this.#bash(pasted, {}, []));
  }

  /** Another request with the key and certificate of the first. */
  async send(method: string, path: string, call: OpensslCall = {}): Promise<Printed> {
    const unsigned = Object.entries(call.headers ?? {}).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const variables = {
      METHOD: method,
      URL: this.#bank + path,
      REDIRECT: this.#redirect,
      PSU_ID: call.psuId ?? '',
      BODY: call.body === undefined ? '' : JSON.stringify(call.body),
    };
    return read(await this.#bash(SIGNED_CALL, variables, unsigned));
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Not blocking: the bank may live in this process. Rejects with what was printed as an error. */
  #bash(script: string, variables: Record<string, string>, args: readonly string[]) {
    return new Promise<string>((resolve, reject) => {
      const bash = spawn('bash', ['-euo', 'pipefail', '-c', script, 'bash', ...args], {
        cwd: this.#folder,
        env: { ...process.env, ...variables },
      });
      const printed = { out: '', error: '' };
      bash.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed.out += text;
      });
      bash.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed.error += text;
      });
      bash.once('error', reject);
      bash.once('close', (code) => {
        if (code === 0) resolve(printed.out);
        else reject(new Error(`bash ended with ${code}: ${printed.error}`));
      });
    });
  }
}

function read(printed: string): Printed {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(printed) ?? [];
  const at = printed.indexOf('\r\n\r\n');
  if (status === undefined || at < 0) throw new Error(`not an HTTP answer: ${printed}`);
  const text = printed.slice(at + 4);
  return { status: Number(status), body: text === '' ? undefined : JSON.parse(text) };
}
