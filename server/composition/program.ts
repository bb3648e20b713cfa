import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config';
import { programOf, ROOT } from '../config/root';

/** A program of the server that is begun in a process of its own and told the configuration. */
export function beginProgram(name: 'demo' | 'worker', config: Config): ChildProcess {
  const { path, execArgv } = programOf(name);
  const child = fork(path, {
    cwd: ROOT,
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // One that can't be begun, or ends at once, is told by its events.
  child.send(config, () => undefined);
  return child;
}

/** Runs one to its end. @throws Error unless it did what it should */
export async function runProgram(name: 'demo', config: Config): Promise<void> {
  const child = beginProgram(name, config);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`);
}
