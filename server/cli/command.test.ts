import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, type Command } from './command';

// A command changes its process priority and umask; the test's must stay unchanged.
jest.mock('../backpressure/traffic-load');
jest.mock('../db/private-files', (): object => ({
  ...jest.requireActual('../db/private-files'),
  makePrivate: jest.fn(),
}));

describe('command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  const file = join(folder, 'inflow.db');
  const { DATABASE_URL, DATA_DIR } = process.env;
  let lines: string[] = [];

  beforeEach(() => {
    Object.assign(process.env, { DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder });
    lines = [];
    jest.spyOn(console, 'error').mockImplementation((text: string) => void lines.push(text));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = 0;
    for (const [name, value] of Object.entries({ DATABASE_URL, DATA_DIR })) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ran = async (more: Partial<Command<object>> = {}): Promise<number | string | null | undefined> => {
    await runCommand({ options: () => ({}), run: () => Promise.resolve(0), ...more });
    return process.exitCode;
  };

  it('creates no database for a wrong address, and says so', async () => {
    expect(await ran()).toBe(2);
    expect(lines).toEqual([`DATABASE_URL: there is no database at ${file}`]);
    expect(existsSync(file)).toBe(false);
  });

  it('creates a database if it is the first command of an installation', async () => {
    expect(await ran({ createsDatabase: true })).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect(await ran()).toBe(0);
    expect(lines).toEqual([]);
  });
});
