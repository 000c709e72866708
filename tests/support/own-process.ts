// What a program sees as its process, in the process of the test: outputs that are files, a terminal that is none, signals
// and an end that the test makes.
import { EventEmitter } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import { deferred } from './deferred.ts';
import { filesIn } from './test-folder.ts';

const EVENTS = ['exit', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const;

/** In place of what this process has, until what it returns is called. */
export function replace(values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
  );
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, own] of before) {
      if (own === undefined) Reflect.deleteProperty(process, name);
      else Object.defineProperty(process, name, own);
    }
  };
}

/** Each is a process of which all is seen, until it is closed or the test ends. @param folder where its outputs are */
export function ownProcesses(folder: string) {
  const file = filesIn(folder);
  let opened = 0;
  let restore = (): void => undefined;
  afterEach(() => restore());
  const open = ({
    isTerminal = false,
    /** Whether its input is one, too. */
    isTyped = undefined as boolean | undefined,
    stdout = undefined as number | undefined,
  } = {}) => {
    opened += 1;
    const paths = ['out', 'err'].map((name) => file(`${name}-${opened}`, '')) as [string, string];
    const [out, err] = paths.map((path) => openSync(path, 'w')) as [number, number];
    const done: string[] = [];
    const exited = deferred<number>();
    const input = Object.assign(new EventEmitter(), {
      isTTY: isTyped ?? isTerminal,
      setRawMode: (isRaw: boolean) => done.push(`raw: ${isRaw}`),
      resume: () => done.push('resumed'),
      pause: () => done.push('paused'),
    });
    const builtin = process.getBuiltinModule;
    const programs = {
      execFileSync: (...args: unknown[]) => {
        done.push(JSON.stringify(args).replace(String(process.pid), 'PID'));
        return ' 7  7\n';
      },
      spawn: (...args: unknown[]) => {
        done.push(JSON.stringify(args));
        return Object.assign(new EventEmitter(), { unref: () => done.push('left alone') });
      },
    };
    const before = EVENTS.map((event) => process.listeners(event as 'exit'));
    const added = (event: (typeof EVENTS)[number]) => {
      const known = before[EVENTS.indexOf(event)] as readonly unknown[];
      return process.listeners(event as 'exit').filter((one) => !known.includes(one));
    };
    const undo = replace({
      stdout: { fd: stdout ?? out, isTTY: isTerminal },
      stderr: { fd: err },
      stdin: input,
      exit: (code: number) => exited.resolve(code),
      kill: (...args: unknown[]) => done.push(`killed ${args[0] === process.pid} ${args[1]}`),
      getBuiltinModule: (name: string) =>
        name === 'node:child_process' ? programs : builtin.call(process, name),
    });
    restore = () => {
      for (const event of EVENTS) for (const one of added(event)) process.off(event, one);
      undo();
      for (const fd of [out, err]) closeSync(fd);
      restore = () => undefined;
    };
    return {
      done,
      exited: exited.promise,
      press: (keys: string) => input.emit('data', keys),
      signal: (event: 'SIGTERM' | 'SIGINT') => added(event).forEach((one) => void one(0)),
      printed: () => readFileSync(paths[0], 'utf8'),
      said: () => readFileSync(paths[1], 'utf8'),
      async until(pattern: RegExp): Promise<string> {
        for (;;) {
          const found = pattern.exec(readFileSync(paths[0], 'utf8'));
          if (found !== null) return found[1] ?? '';
          await pause(5);
        }
      },
    };
  };
  return { open, close: () => restore() };
}
