import { spawn, type ChildProcess } from 'node:child_process';

/** The children running now, so that a signal to us can end them. */
const running = new Set<ChildProcess>();

/** Ends every child that is still running. */
export const endChildren = (): void => running.forEach((child) => child.kill('SIGTERM'));

export interface NodeRun {
  /** Script and its arguments, run with this same Node. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** true: what it prints is held back and shown only when it fails. */
  quiet?: boolean;
  /** true: its standard output is thrown away (jest prints its JSON report there too). */
  stdoutToNull?: boolean;
}

/** Runs a script with this same Node in a child and resolves with its exit code; 1 if a signal ended it. */
export const runNode = ({ args, env, quiet = false, stdoutToNull = false }: NodeRun): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', stdoutToNull ? 'ignore' : 'inherit', 'inherit'],
    });
    const held: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => held.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => held.push(chunk));
    running.add(child);
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (code !== 0) process.stderr.write(Buffer.concat(held));
      resolve(code ?? 1);
    });
  });
