import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTestDatabase, testDialects } from './testing/databases';

jest.setTimeout(120_000);

const TIMES = 50;

// The embedded database has no connections to lose.
(testDialects.includes('mysql') ? it : it.skip)(
  `loses its connections ${TIMES} times without leaking a listener`,
  async () => {
    const test = await openTestDatabase('mysql');
    const child = join(__dirname, 'testing/reconnecting-child.ts');
    // Runs in a child process: Node emits its warnings on the real process object, which Jest replaces.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      child,
      test.url,
      String(TIMES),
    ]);
    expect([stdout.trim(), stderr]).toEqual(['reconnected', '']);
    await test.drop();
  },
);
