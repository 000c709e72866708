// `sandbank call`: the shortest way to a signed request. Gets a certificate once, signs, does the SCA, sends.
import { type Command, Option } from 'commander';
import { withBank } from './bank-options.ts';
import { answer, type Terminal, UsageError } from './command.ts';
import { answerAsJson, printAnswer } from './print-answer.ts';
import { type PsuOptions, sendFor, withPsu } from './psu.ts';
import { type RequestOptions, readRequestArguments, withRequest } from './request-options.ts';
import { baseOf, openTpp, type TppOptions, withCredentials } from './tpp.ts';

interface Options extends TppOptions, PsuOptions, RequestOptions {
  /** False after --no-fail. */
  readonly fail: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  withRequest(command);
  withPsu(command);
  withBank(command);
  withCredentials(command)
    .option('--no-fail', 'exit 0 also when the answer is 400 or above')
    // What is now always so.
    .addOption(new Option('--fail').hideHelp())
    .option('--absent', 'without session and PSU-IP-Address, as a client refreshes by itself')
    .addHelpText(
      'after',
      `
The first time, it gets a test certificate from the bank and keeps it. With --as or --browser it
completes the SCA that the request needs, and keeps PSU-ID and session for the next call.
"--as nobody" sends exactly your headers, also after a login.

Exit code 1 when the answer is 400 or above.

Examples:
  sandbank call GET /v1/accounts --as jonas
  sandbank call GET /v1/accounts --as jonas --absent
  sandbank call GET /v1/accounts --browser
  sandbank call POST /v1/sandbox/customers -d @customer.json`,
    )
    .action(async (method: string, address: string, options: Options) => {
      const request = readRequestArguments(method, address, options);
      if (request.body !== undefined && /^(?:GET|HEAD)$/.test(request.method)) {
        throw new UsageError(`call sends no body with ${request.method}. Leave --body out.`);
      }
      const tpp = await openTpp(baseOf(request.url, options), options, terminal);
      const got = await sendFor(tpp, request, options);
      answer(terminal, options, answerAsJson(got), printAnswer(got));
      if (options.fail && got.response.status >= 400) terminal.exitCode = 1;
    });
}
