// `sandbank sign`: signs a request and prints it, without sending anything.
import { parseArgs } from 'node:util';
import { signRequest } from '../client/sign.ts';
import type { Command } from './command.ts';
import { readCredentials } from './credentials.ts';
import { REQUEST_HELP, REQUEST_OPTIONS, readRequestArguments } from './request-options.ts';

export const signCommand: Command = {
  name: 'sign',
  summary: 'sign a request and print its headers or a curl command',
  help: `Usage: sandbank sign METHOD URL [--credentials FOLDER] [--curl] [options]

Signs the request with the files that sandbank cert wrote and prints its headers.

  --credentials FOLDER   cert.pem, key.pem and keyid.txt (default .)
  --curl                 print a curl command instead; the Date is good for a minute
${REQUEST_HELP}`,
  async run(args, output) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...REQUEST_OPTIONS,
        credentials: { type: 'string', default: '.' },
        curl: { type: 'boolean', default: false },
      },
    });
    const request = await readRequestArguments(positionals, values);
    const headers = signRequest(request, await readCredentials(values.credentials));
    // Printing writes the bytes as UTF-8 again.
    const lines = Object.entries(headers).map(
      ([name, value]) => `${name}: ${Buffer.from(value, 'latin1')}`,
    );
    if (!values.curl) {
      output.out(lines.join('\n'));
      return 0;
    }
    const parts = [
      `curl -sS -X ${request.method} ${shellQuote(request.url.href)}`,
      ...lines.map((line) => `-H ${shellQuote(line)}`),
      // The value of --body as written, because curl reads @FILE in the same way.
      ...(values.body === undefined ? [] : [`--data-binary ${shellQuote(values.body)}`]),
    ];
    output.out(parts.join(' \\\n  '));
    return 0;
  },
};

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
