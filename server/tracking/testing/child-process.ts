import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** A tracking server in its own process. */
export interface ChildServer {
  port: number;
  /** Kills the process like a power cut. */
  kill(): Promise<void>;
  /** Suspends the process, like a closed laptop, until `resume`. */
  pause(): void;
  resume(): void;
}

export function startChild(
  url: string,
  dataDir: string,
  fsync: 'interval' | 'group' = 'interval',
): Promise<ChildServer> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'child-server.ts'), url, dataDir, fsync],
    {
      cwd: ROOT,
      env: { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.once('data', (line) =>
      resolve({
        port: Number(line),
        kill: () => kill(child),
        pause: () => child.kill('SIGSTOP'),
        resume: () => child.kill('SIGCONT'),
      }),
    );
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Clicks sent over many connections at once. */
export interface Burst {
  /** Interaction ids whose 302 has arrived. */
  acknowledged: Set<string>;
  /** Number of answers other than a 302 with an interaction. */
  other: number;
  /** Resolves once all clicks are answered or the server is gone. */
  done: Promise<void>;
}

/** Sends `total` clicks on a link over `connections` connections. */
export function sendClicks(port: number, path: string, total: number, connections = 32): Burst {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const burst = { acknowledged: new Set<string>(), other: 0, done: Promise.resolve() };
  let left = total;
  const next = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const location = await follow(port, path, agent);
      // The server is gone, so its other clicks fail the same way.
      if (location === undefined) return;
      const iid = /a_iid=(\w+)/.exec(location)?.[1];
      if (iid) burst.acknowledged.add(iid);
      else burst.other += 1;
    }
  };
  burst.done = Promise.all(Array.from({ length: connections }, next)).then(() => agent.destroy());
  return burst;
}

/** Returns the Location of a 302 (empty for another answer), or undefined without an answer. */
function follow(port: number, path: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 302 ? (response.headers.location ?? '') : ''));
      response.on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
  });
}
