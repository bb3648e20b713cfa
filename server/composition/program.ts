import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config/config';
import { programOf, ROOT } from '../platform/root';

/** Starts a server program in a child process and sends it the configuration. */
export function startProgram(name: 'demo' | 'worker', config: Config): ChildProcess {
  const { path, execArgv } = programOf(name);
  const child = fork(path, {
    cwd: ROOT,
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // The child's events report a failed start and an early exit.
  child.send(config, () => undefined);
  return child;
}

/**
 * Runs a program to its end.
 * @throws Error for a nonzero exit code
 */
export async function runProgram(name: 'demo', config: Config): Promise<void> {
  const child = startProgram(name, config);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`);
}
