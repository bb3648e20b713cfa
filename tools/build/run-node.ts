import { spawn, type ChildProcess } from 'node:child_process';

/** Running children, so that a signal can end them. */
const running = new Set<ChildProcess>();

/** Ends every running child. */
export const endChildren = (): void => running.forEach((child) => child.kill('SIGTERM'));

export interface NodeRun {
  /** Script and its arguments, run with this Node. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Buffers the output and prints it only after a failure. */
  quiet?: boolean;
  /** Discards standard output (jest prints its JSON report there too). */
  stdoutToNull?: boolean;
}

/** Runs a script with this Node in a child. Resolves with its exit code, or 1 after a signal. */
export const runNode = ({ args, env, quiet = false, stdoutToNull = false }: NodeRun): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', stdoutToNull ? 'ignore' : 'inherit', 'inherit'],
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    running.add(child);
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
