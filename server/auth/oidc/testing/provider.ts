import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** An identity provider on loopback. */
export interface TestProvider {
  readonly issuer: string;
  stop(): Promise<void>;
}

/** Starts oidc-provider in a child process: jest can't load its ES modules. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'provider-process.ts'), redirectUri],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const issuer = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => line.startsWith('http') && resolve(line));
    child.on('exit', () => reject(new Error('The identity provider did not start')));
  });
  return {
    issuer,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
