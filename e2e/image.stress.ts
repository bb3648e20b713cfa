import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../server/db/testing/mariadb';

jest.setTimeout(1_200_000);

const ROOT = resolve(__dirname, '..');
const NOBODY = 65534;
const MAX_MODULES_MB = 150;
/** Start on an idle machine; a loaded one gets three times as long. */
const START_MS = 9000;

/** Commands of the image's build stage. */
const steps = (): string[] =>
  [...readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8').matchAll(/^RUN (npm .*)$/gm)].map(
    ([, command]) => command ?? '',
  );

describe('the image, built in a clean folder without containers', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-image-'));
  const data = join(dir, 'data');
  const runtime = join(dir, 'app/runtime');
  const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  let server: ChildProcess | undefined;
  beforeAll(() => {
    mkdirSync(join(dir, 'app'));
    const tree = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['x', '-C', join(dir, 'app')], { input: tree });
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    for (const command of steps())
      execFileSync('sh', ['-ec', command.replace('&& npm cache clean --force', '')], {
        cwd: join(dir, 'app'),
        env,
        stdio: 'ignore',
      });
    mkdirSync(data);
    chmodSync(dir, 0o755);
    if (asOther.uid !== undefined) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, data]);
  });
  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });

  it('has no build tools, and at most 150 MB of packages', () => {
    expect(steps()).toHaveLength(2);
    const modules = join(runtime, 'node_modules');
    const megabytes = Number(execFileSync('du', ['-sm', modules]).toString().split('\t')[0]);
    expect(megabytes).toBeLessThanOrEqual(MAX_MODULES_MB);
    const build = [
      'typescript',
      'vite',
      'antd',
      'monaco-editor',
      'react',
      'tsx',
      '@graphql-codegen',
      'rolldown',
    ];
    expect(build.filter((name) => existsSync(join(modules, name)))).toEqual([]);
  });

  it('starts as a user who can write its data alone, serves console and tag, and stops with 0', async () => {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: data,
      DEMO: '0',
      NODE_ENV: 'production',
    };
    const begun = performance.now();
    server = spawn(process.execPath, ['dist/server/main.cjs'], {
      cwd: runtime,
      env,
      stdio: 'ignore',
      ...asOther,
    });
    const url = `http://127.0.0.1:${port}`;
    const ready = () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await ready())) {
      if (performance.now() - begun > 60_000) throw new Error('not ready after a minute');
      await setTimeout(50);
    }
    expect(performance.now() - begun).toBeLessThan(START_MS);
    expect(await (await fetch(url)).text()).toContain('<div id="root"');
    const created = execFileSync(
      process.execPath,
      [
        'dist/server/user.cjs',
        ...['create', '--email', 'a@example.com', '--role', 'ADMIN', '--company', 'A', '--product', 'B'],
      ],
      { cwd: runtime, env, ...asOther },
    ).toString();
    expect(created).toContain('"product_id":1');
    await setTimeout(2000);
    expect((await fetch(`${url}/tag/1.js`)).status).toBe(200);
    const ended = new Promise((done) => server?.once('exit', done));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
