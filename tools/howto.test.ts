import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

jest.setTimeout(300_000);

const root = resolve(__dirname, '..');

/** A block of code of a how-to: a new file, or lines after, before or instead of the first line that begins so. */
interface Step {
  readonly file: string;
  readonly place?: 'after' | 'before' | 'instead' | undefined;
  readonly mark?: string | undefined;
  readonly text: string;
}

const stepsOf = (howto: string): Step[] =>
  [
    ...readFileSync(join(root, `docs/howto/${howto}.md`), 'utf8').matchAll(
      /^```\w+ file=(\S+)(?: (after|before|instead)=([^\n]+))?\n(.*?)^```$/gms,
    ),
  ].map(([, file = '', place, mark, text = '']) => ({ file, place: place as Step['place'], mark, text }));

function follow(dir: string, { file, place, mark, text }: Step): void {
  const path = join(dir, file);
  if (!place || !mark) {
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text);
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const found = lines.findIndex((line) => line.trimStart().startsWith(mark));
  if (found < 0) throw new Error(`${file} has no line that begins with ${mark}`);
  // What stands before a type stands before its description.
  const at = place === 'before' && lines[found - 1]?.startsWith('"""') ? found - 1 : found;
  lines.splice(
    place === 'after' ? at + 1 : at,
    place === 'instead' ? 1 : 0,
    ...text.replace(/\n$/, '').split('\n'),
  );
  writeFileSync(path, lines.join('\n'));
}

/** Asks the copy, over GraphQL, REST and for a file, for a measure of a report. */
const question = (report: string, path: string, measure: string, name: string): string => `
import 'reflect-metadata';
import { isObjectType } from 'graphql';
import { startApi } from './server/composition/testing/api-server';
import { measureKeys, measureOf } from './shared/catalog';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pino from 'pino';
import { buildApiSchema, contractText } from './server/graphql/schema';
async function main(): Promise<void> {
  const printed = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));
  const contract = buildSchema(contractText());
  const figures = contract.getType('Figures');
  const words = isObjectType(figures) ? Object.values(figures.getFields()).map(({ name, description }) => [name, description]) : [];
  const api = await startApi('sqlite');
  const token = await api.tokenOf('admin@alpha.example');
  const product = api.world.open.product;
  const january = 'date_from=2026/01/01&date_to=2026/01/31';
  const graphql = await api.graphql(\`{ ${report}(productId: \${product}, dateFrom: "2026-01-01", dateTo: "2026-01-31") { total { figures { ${measure} } } } }\`, { token });
  const rest = await api.rest(\`/analyses/${path}/?product_id=\${product}&\${january}\`, { token });
  const file = await api.rest(\`/analyses/${path}/download/csv/?product_id=\${product}&\${january}&columns=ad,${name}&locale=en\`, { token });
  console.log('ANSWER ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(contract),
    words: JSON.stringify(words) === JSON.stringify(measureKeys.map((key) => [key, measureOf(key).description])),
    graphql: graphql.body.data?.${report}.total.figures.${measure} ?? graphql.body, rest: rest.body.total?.${name} ?? rest.body, file: String(file.body).split('\\r\\n').slice(0, 2),
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

/** Asks the copy for the log of landings at every door, as an admin and as a masked role. */
const logQuestion = `
import 'reflect-metadata';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pino from 'pino';
import { startApi } from './server/composition/testing/api-server';
import { buildApiSchema, contractText } from './server/graphql/schema';
async function main(): Promise<void> {
  const printed = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));
  const api = await startApi('sqlite');
  await api.database.db.write((tx) => tx.execute("UPDATE access SET interaction_ref = 'i1', ip = '198.51.100.77' WHERE id = 'open-p0'"));
  const by = async (email: string) => {
    const token = await api.tokenOf(email);
    const rest = async (path: string) => (await api.rest(path, { token })).body;
    const graphql = async (query: string) => (await api.graphql(query, { token })).body.data;
    const list = await rest('/logs/landings/');
    return {
      many: (await graphql('{ landings { count results { id ipAddress } } }')).landings,
      one: (await graphql('{ landing(id: "open-p0") { interactionRef ipAddress } }')).landing,
      list: [list.count, list.results[0].landing_id, list.results[0].ip_address],
      detail: (await rest('/logs/landings/open-p0/')).ip_address,
      file: String(await rest('/logs/landings/download/csv/?columns=id,interaction_ref,ip_address')).replace('\\uFEFF', '').trim().split('\\r\\n'),
      filtered: (await api.rest('/logs/landings/?ip_address=198.51.100.0/24', { token })).status,
    };
  };
  const { paths } = (await api.rest('/openapi.json')).body;
  console.log('ANSWER ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    admin: await by('admin@alpha.example'), analyst: await by('analyst@alpha.example'),
    openapi: Object.keys(paths).filter((path) => path.includes('landings')),
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

/** Asks the copy for coupons at every door, as who may change them, who may only look and who is of another company. */
const settingQuestion = `
import 'reflect-metadata';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pino from 'pino';
import { startApi } from './server/composition/testing/api-server';
import { buildApiSchema, contractText } from './server/graphql/schema';
async function main(): Promise<void> {
  const printed = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));
  const api = await startApi('sqlite');
  const tokens: Record<string, string> = {};
  for (const email of ['admin@alpha', 'analyst@alpha', 'agency@alpha', 'admin@beta']) tokens[email] = await api.tokenOf(email + '.example');
  const rest = async (who: string, path: string, method = 'GET', body?: object) => {
    const answer = await api.rest(path, { token: tokens[who], method, body });
    return { status: answer.status, body: answer.body };
  };
  const graphql = async (query: string) => {
    const { body } = await api.graphql(query, { token: tokens['admin@alpha'] });
    return body.data ?? body;
  };
  const productId = api.world.open.product;
  const drift = await api.database.db.write((tx) => tx.manager.connection.driver.createSchemaBuilder().log());
  const created = await graphql(\`mutation { createCoupon(input: { productId: \${productId}, title: "Summer", couponCode: "S1" }) { id productId version } }\`);
  const { id } = created.createCoupon;
  const made = await rest('admin@alpha', '/coupons/', 'POST', { product_id: productId, title: 'Winter', coupon_code: 'W1' });
  const path = '/coupons/' + made.body.id + '/';
  const answer = {
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    drift: drift.upQueries.length,
    created: created.createCoupon,
    updated: (await graphql(\`mutation { updateCoupon(id: \${id}, input: { couponCode: "S2" }) { title couponCode version } }\`)).updateCoupon,
    one: (await graphql(\`{ coupon(id: \${id}) { couponCode } }\`)).coupon,
    many: (await graphql(\`{ coupons(productId: \${productId}, filter: { couponCode: ["S2"] }) { count results { id } } }\`)).coupons,
    made: [made.status, made.body.coupon_id === made.body.id, made.body.coupon_code],
    refused: await rest('admin@alpha', '/coupons/', 'POST', { product_id: productId, coupon_code: 'x'.repeat(65) }).then(({ status, body }) => [status, Object.keys(body.errors)]),
    put: await rest('admin@alpha', path, 'PUT', { title: 'Winter', coupon_code: 'W2', version: 1 }).then(({ status, body }) => [status, body.coupon_code]),
    stale: (await rest('admin@alpha', path, 'PUT', { title: 'Winter', coupon_code: 'W3', version: 1 })).status,
    found: await rest('admin@alpha', '/coupons/?keyword=W2').then(({ body }) => [body.count, body.results[0].title]),
    detail: (await rest('admin@alpha', path)).body.coupon_code,
    dependents: (await rest('admin@alpha', path + 'dependents/')).status,
    looker: [(await rest('analyst@alpha', path)).status, (await rest('analyst@alpha', path, 'DELETE')).status],
    outsider: (await rest('agency@alpha', path)).status,
    stranger: [(await rest('admin@beta', path)).status, (await rest('admin@beta', path, 'DELETE')).status],
    removed: [(await rest('admin@alpha', path, 'DELETE')).status, (await rest('admin@alpha', path)).status],
    deleted: (await graphql(\`mutation { deleteCoupon(id: \${id}) }\`)).deleteCoupon,
    trail: (await graphql('{ auditLogs(filter: { entity: ["coupon"] }) { results { action label } } }')).auditLogs.results.map(({ action, label }: { action: string; label: string }) => action + ' ' + label).sort(),
    openapi: Object.entries((await api.rest('/openapi.json')).body.paths).filter(([path]) => path.includes('coupons')).map(([path, methods]) => path + ' ' + Object.keys(methods as object).sort().join()),
    bounds: (await api.rest('/openapi.json')).body.components.schemas.CouponCreate.properties.coupon_code.maxLength,
  };
  console.log('ANSWER ' + JSON.stringify(answer));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

async function ask(howto: string, text: string, consoleToo = false): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-howto-'));
  try {
    const parts = [
      'shared',
      'server',
      'contract',
      'schema.graphql',
      'package.json',
      'tsconfig.json',
      ...(consoleToo ? ['client', 'tools/build', 'codegen.yml'] : []),
    ];
    for (const part of parts) cpSync(join(root, part), join(dir, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    for (const step of stepsOf(howto)) follow(dir, step);
    writeFileSync(join(dir, 'ask.ts'), text);
    const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: dir });
    const { stdout } = await run('--import', 'tsx', 'ask.ts');
    if (consoleToo) {
      await run('node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml', '--silent');
      await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'client');
    }
    return JSON.parse(/^ANSWER (.*)$/m.exec(stdout)?.[1] ?? '{}') as Record<string, unknown>;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Lines that a how-to adds. */
const linesOf = (howto: string): number =>
  stepsOf(howto).reduce((sum, { text }) => sum + text.replace(/\n$/, '').split('\n').length, 0);
/** The lines of a how-to by what they are. */
const kindsOf = (howto: string): Record<'code' | 'contract' | 'words', number> => {
  const kinds = { code: 0, contract: 0, words: 0 };
  for (const { file, text } of stepsOf(howto))
    kinds[file === 'schema.graphql' ? 'contract' : file.startsWith('shared/i18n/') ? 'words' : 'code'] += text
      .replace(/\n$/, '')
      .split('\n').length;
  return kinds;
};
const told = (howto: string): number =>
  Number(/(\d+) lines/.exec(readFileSync(join(root, `docs/howto/${howto}.md`), 'utf8'))?.[1]);

/** Where the explorer's descriptions stand, a file of each language that it tells the schema in. */
const descriptions = 'client/src/screens/explorer/explorer/docs/descriptions';
const toldFiles = readdirSync(join(root, descriptions)).sort();

/** Descriptions of a how-to that a language has no words for yet. */
const newDescriptions = (howto: string, file: string): number => {
  const known = JSON.parse(readFileSync(join(root, descriptions, file), 'utf8')) as Record<string, string>;
  const contract = stepsOf(howto)
    .filter(({ file: changed }) => changed === 'schema.graphql')
    .map(({ text }) => text)
    .join('\n');
  return new Set(
    [...contract.matchAll(/"""(.*?)"""/gs)]
      .map(([, description = '']) => description)
      .filter((description) => !(description in known)),
  ).size;
};

describe('the how-to documents, followed word by word on a copy', () => {
  it.each(['add-a-log', 'add-a-report', 'add-an-entity'])(
    '%s says how many descriptions are new, and every file that they are told in',
    (howto) => {
      const page = readFileSync(join(root, `docs/howto/${howto}.md`), 'utf8');
      const files = toldFiles.map((file) => `\`${file}\``).join(' and ');
      expect(page).toContain(`${files} in \`${descriptions}\``);
      for (const file of toldFiles)
        expect(page).toContain(`${newDescriptions(howto, file)} of its descriptions are new`);
    },
  );

  it('add a measure in three places, and it is on every door', async () => {
    const answer = await ask(
      'add-a-measure',
      question('adSummaries', 'ad_summaries', 'pvPerClick', 'pv_per_click'),
    );
    expect(answer).toEqual({
      contract: true,
      words: true,
      graphql: 1,
      rest: 1,
      file: [expect.stringContaining('Ad,Views per click'), expect.stringMatching(/,1$/)],
    });
    const places = new Set(
      stepsOf('add-a-measure').map(({ file }) => (file.startsWith('shared/i18n/') ? 'labels' : file)),
    );
    expect(places.size).toBe(3);
    expect(linesOf('add-a-measure')).toBe(told('add-a-measure'));
  });

  it('add a report with one file, and it is on every door', async () => {
    const answer = await ask(
      'add-a-report',
      question('efficiencies', 'efficiencies', 'cvTotalFinal', 'cv_total_final'),
    );
    expect(answer).toEqual({
      contract: true,
      words: true,
      graphql: 2,
      rest: 2,
      file: [expect.stringContaining('Ad,Final CVs'), expect.stringMatching(/,1$/)],
    });
    expect(linesOf('add-a-report')).toBe(told('add-a-report'));
    expect(linesOf('add-a-report')).toBeLessThanOrEqual(200);
  });

  it('add a log with one record, and it is on every door, masked, and the console compiles with it', async () => {
    const seen = (ip: string | null) => ({
      many: { count: 1, results: [{ id: 'open-p0', ipAddress: ip }] },
      one: { interactionRef: 'i1', ipAddress: ip },
      list: [1, 'open-p0', ip],
      detail: ip,
      file: ['id,interaction_ref,ip_address', `open-p0,i1,${ip ?? ''}`],
      filtered: ip ? 200 : 403,
    });
    expect(await ask('add-a-log', logQuestion, true)).toEqual({
      contract: true,
      admin: seen('198.51.100.77'),
      analyst: seen(null),
      openapi: expect.arrayContaining([
        expect.stringMatching(/\/logs\/landings\/$/),
        expect.stringMatching(/\/logs\/landings\/\{id\}\/$/),
        expect.stringContaining('/logs/landings/download/'),
      ]),
    });
    expect(linesOf('add-a-log')).toBe(told('add-a-log'));
    const { code, contract, words } = kindsOf('add-a-log');
    expect(code).toBeLessThanOrEqual(60);
    const page = readFileSync(join(root, 'docs/howto/add-a-log.md'), 'utf8');
    expect(page).toContain(`${code} of code`);
    expect(page).toContain(`${contract} of the contract`);
    expect(page).toContain(`${words} of words`);
  });

  it('add a setting with one record, and it is on every door, guarded and kept in the trail, and the console compiles with it', async () => {
    const answer = await ask('add-an-entity', settingQuestion, true);
    const id = (answer.created as { id: number }).id;
    expect(answer).toEqual({
      contract: true,
      drift: 0,
      created: { id, productId: expect.any(Number), version: 1 },
      updated: { title: 'Summer', couponCode: 'S2', version: 2 },
      one: { couponCode: 'S2' },
      many: { count: 1, results: [{ id }] },
      made: [201, true, 'W1'],
      refused: [400, ['title', 'coupon_code']],
      put: [200, 'W2'],
      stale: 409,
      found: [1, 'Winter'],
      detail: 'W2',
      dependents: 200,
      looker: [200, 403],
      outsider: 403,
      stranger: [404, 404],
      removed: [204, 404],
      deleted: true,
      trail: [
        'create Summer',
        'create Winter',
        'delete Summer',
        'delete Winter',
        'update Summer',
        'update Winter',
      ],
      openapi: [
        '/coupons/ get,post',
        '/coupons/download/csv/ get,post',
        '/coupons/download/xlsx/ get,post',
        '/coupons/{id}/ delete,get,patch,put',
        '/coupons/{id}/dependents/ get',
      ],
      bounds: 64,
    });
    expect(linesOf('add-an-entity')).toBe(told('add-an-entity'));
    expect(linesOf('add-an-entity')).toBeLessThanOrEqual(200);
    const page = stepsOf('add-an-entity').find(({ file }) => file.startsWith('client/src/screens/'));
    expect(page?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });
});
