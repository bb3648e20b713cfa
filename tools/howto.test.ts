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
import { platformScript } from './howto-platform';
import { modelScript } from './howto-model';
import { readPage, stepsOf, type Step } from './howto-steps';

jest.setTimeout(300_000);

const root = resolve(__dirname, '..');

/** Applies a step to the copy in `dir`. */
function applyStep(dir: string, { file, place, mark, text }: Step): void {
  const path = join(dir, file);
  if (!place || !mark) {
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text);
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const marked = lines.findIndex((line) => line.trimStart().startsWith(mark));
  if (marked < 0) throw new Error(`${file} has no line that starts with ${mark}`);
  const at = place === 'after' ? marked + 1 : marked;
  lines.splice(at, 0, ...text.replace(/\n$/, '').split('\n'));
  writeFileSync(path, lines.join('\n'));
}

/** Script that composes schema.graphql and the type of the texts in the copy. */
const composeScript = `
import 'reflect-metadata';
import { writeTextTypes } from './tools/build/text-types';
import { writeContract } from './tools/contract/compose';
writeContract();
writeTextTypes();
`;

/** Script that reads a measure of a report from the copy, over GraphQL, over REST and from a CSV file. */
const reportScript = (report: string, path: string, measure: string, name: string): string => `
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
  const measures = contract.getType('Figures');
  const descriptions = isObjectType(measures) ? Object.values(measures.getFields()).map(({ name, description }) => [name, description]) : [];
  const api = await startApi('sqlite');
  const token = await api.tokenOf('admin@alpha.example');
  const product = api.world.open.product;
  const january = 'date_from=2026/01/01&date_to=2026/01/31';
  const graphql = await api.graphql(\`{ ${report}(productId: \${product}, dateFrom: "2026-01-01", dateTo: "2026-01-31") { total { figures { ${measure} } } } }\`, { token });
  const rest = await api.rest(\`/analyses/${path}/?product_id=\${product}&\${january}\`, { token });
  const file = await api.rest(\`/analyses/${path}/download/csv/?product_id=\${product}&\${january}&columns=ad,${name}&locale=en\`, { token });
  console.log('RESULT ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(contract),
    descriptions: JSON.stringify(descriptions) === JSON.stringify(measureKeys.map((key) => [key, measureOf(key).description])),
    graphql: graphql.body.data?.${report}.total.figures.${measure} ?? graphql.body, rest: rest.body.total?.${name} ?? rest.body, file: String(file.body).split('\\r\\n').slice(0, 2),
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

/** Script that reads the landing log from every endpoint of the copy, as an admin and as a masked role. */
const logScript = `
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
  console.log('RESULT ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    admin: await by('admin@alpha.example'), analyst: await by('analyst@alpha.example'),
    openapi: Object.keys(paths).filter((path) => path.includes('landings')),
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

/** Script that uses coupons at every endpoint of the copy: with all rights, with read rights, without rights and from another company. */
const settingScript = `
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
  const posted = await rest('admin@alpha', '/coupons/', 'POST', { product_id: productId, title: 'Winter', coupon_code: 'W1' });
  const path = '/coupons/' + posted.body.id + '/';
  const answer = {
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    drift: drift.upQueries.length,
    created: created.createCoupon,
    updated: (await graphql(\`mutation { updateCoupon(id: \${id}, input: { couponCode: "S2" }) { title couponCode version } }\`)).updateCoupon,
    one: (await graphql(\`{ coupon(id: \${id}) { couponCode } }\`)).coupon,
    many: (await graphql(\`{ coupons(productId: \${productId}, filter: { couponCode: ["S2"] }) { count results { id } } }\`)).coupons,
    posted: [posted.status, posted.body.coupon_id === posted.body.id, posted.body.coupon_code],
    rejected: await rest('admin@alpha', '/coupons/', 'POST', { product_id: productId, coupon_code: 'x'.repeat(65) }).then(({ status, body }) => [status, Object.keys(body.errors)]),
    put: await rest('admin@alpha', path, 'PUT', { title: 'Winter', coupon_code: 'W2', version: 1 }).then(({ status, body }) => [status, body.coupon_code]),
    stale: (await rest('admin@alpha', path, 'PUT', { title: 'Winter', coupon_code: 'W3', version: 1 })).status,
    matches: await rest('admin@alpha', '/coupons/?keyword=W2').then(({ body }) => [body.count, body.results[0].title]),
    detail: (await rest('admin@alpha', path)).body.coupon_code,
    dependents: (await rest('admin@alpha', path + 'dependents/')).status,
    reader: [(await rest('analyst@alpha', path)).status, (await rest('analyst@alpha', path, 'DELETE')).status],
    withoutRight: (await rest('agency@alpha', path)).status,
    otherCompany: [(await rest('admin@beta', path)).status, (await rest('admin@beta', path, 'DELETE')).status],
    removed: [(await rest('admin@alpha', path, 'DELETE')).status, (await rest('admin@alpha', path)).status],
    deleted: (await graphql(\`mutation { deleteCoupon(id: \${id}) }\`)).deleteCoupon,
    trail: (await graphql('{ auditLogs(filter: { entity: ["coupon"] }) { results { action label } } }')).auditLogs.results.map(({ action, label }: { action: string; label: string }) => action + ' ' + label).sort(),
    openapi: Object.entries((await api.rest('/openapi.json')).body.paths).filter(([path]) => path.includes('coupons')).map(([path, methods]) => path + ' ' + Object.keys(methods as object).sort().join()),
    bounds: (await api.rest('/openapi.json')).body.components.schemas.CouponCreate.properties.coupon_code.maxLength,
  };
  console.log('RESULT ' + JSON.stringify(answer));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

/** Compiles the console of a copy against its own sources, without the build cache of this tree. */
async function compileConsole(dir: string, run: (...args: string[]) => Promise<unknown>): Promise<void> {
  const path = join(dir, 'client/tsconfig.json');
  const { compilerOptions, include } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  writeFileSync(
    path,
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined },
      include,
    }),
  );
  await run('node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml', '--silent');
  await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'client');
}

/** Follows a how-to on a copy of the tree, runs a script there and returns its result. */
async function follow(howto: string, script: string, withConsole = false): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-howto-'));
  try {
    const parts = [
      'shared',
      'server',
      'contract',
      'schema',
      'schema.graphql',
      'package.json',
      'tsconfig.json',
      '.prettierrc.json',
      'tools/build',
      'tools/contract',
      ...(withConsole ? ['client', 'codegen.yml'] : []),
    ];
    for (const part of parts) cpSync(join(root, part), join(dir, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    const steps = stepsOf(howto);
    for (const step of steps) applyStep(dir, step);
    writeFileSync(join(dir, 'compose.ts'), composeScript);
    writeFileSync(join(dir, 'script.ts'), script);
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: dir }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${args.join(' ')}\n${stdout}${stderr}`);
        },
      );
    await run('--import', 'tsx', 'compose.ts');
    const { stdout } = await run('--import', 'tsx', 'script.ts');
    const files = [...new Set(steps.map(({ file }) => file))];
    await run('node_modules/prettier/bin/prettier.cjs', '--check', ...files);
    if (withConsole) await compileConsole(dir, run);
    return JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? '{}') as Record<string, unknown>;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface LineCounts {
  readonly code: number;
  readonly contract: number;
  readonly labels: number;
}

const kindOf = (file: string): keyof LineCounts => {
  if (file.startsWith('schema/')) return 'contract';
  return file.startsWith('shared/i18n/') ? 'labels' : 'code';
};

/** Counts the lines that a how-to adds, by kind. */
const lineCounts = (howto: string): LineCounts => {
  const counts = { code: 0, contract: 0, labels: 0 };
  for (const { file, text } of stepsOf(howto))
    counts[kindOf(file)] += text.replace(/\n$/, '').split('\n').length;
  return counts;
};

/** Folder of the explorer's descriptions: one file for each translated language. */
const descriptions = 'client/src/screens/explorer/explorer/docs/descriptions';

describe('the how-tos', () => {
  it.each([
    ['add-a-measure', 10],
    ['add-a-log', 80],
    ['add-a-report', 25],
    ['add-a-setting', 45],
    ['add-a-platform', 80],
    ['add-a-model', 40],
  ])('%s: states its line counts, with at most %i lines of code', (howto, limit) => {
    const { code, contract, labels } = lineCounts(howto);
    const page = readPage(howto);
    expect(page).toContain(`${code + contract + labels} lines`);
    if (page.includes(' of code')) expect(page).toContain(`${code} of code`);
    if (page.includes(' of the contract')) expect(page).toContain(`${contract} of the contract`);
    if (page.includes(' of labels')) expect(page).toContain(`${labels} of labels`);
    expect(code).toBeLessThanOrEqual(limit);
  });

  it('add a setting in at most 10 files and 90 lines', () => {
    const { code, contract, labels } = lineCounts('add-a-setting');
    expect(code + contract + labels).toBeLessThanOrEqual(90);
    const files = new Set(stepsOf('add-a-setting').map(({ file }) => file)).size;
    expect(files).toBeLessThanOrEqual(10);
    expect(readPage('add-a-setting')).toContain(`in ${files} files`);
  });

  it.each(['add-a-log', 'add-a-model', 'add-a-report', 'add-a-setting'])(
    '%s: names every file of translated descriptions',
    (howto) => {
      const files = readdirSync(join(root, descriptions)).sort();
      expect(readPage(howto)).toContain(
        `${files.map((file) => `\`${file}\``).join(' and ')} in \`${descriptions}\``,
      );
    },
  );

  it('add a measure in two places, and every endpoint serves it', async () => {
    expect(
      await follow(
        'add-a-measure',
        reportScript('adSummaries', 'ad_summaries', 'pvPerClick', 'pv_per_click'),
      ),
    ).toEqual({
      contract: true,
      descriptions: true,
      graphql: 1,
      rest: 1,
      file: [expect.stringContaining('Ad,Views per click'), expect.stringMatching(/,1$/)],
    });
    const places = new Set(
      stepsOf('add-a-measure').map(({ file }) => (file.startsWith('shared/i18n/') ? 'labels' : file)),
    );
    expect(places.size).toBe(2);
  });

  it('add a report in one file, and every endpoint serves it', async () => {
    expect(
      await follow(
        'add-a-report',
        reportScript('efficiencies', 'efficiencies', 'cvTotalFinal', 'cv_total_final'),
      ),
    ).toEqual({
      contract: true,
      descriptions: true,
      graphql: 2,
      rest: 2,
      file: [expect.stringContaining('Ad,Final CVs'), expect.stringMatching(/,1$/)],
    });
  });

  it('add an attribution model: reports, paths and explanations know it', async () => {
    expect(await follow('add-a-model', modelScript)).toEqual({
      contract: true,
      drift: 0,
      rest: 2,
      model: { attributionModel: 7, figures: { attrCv: 2 } },
      path: [{ share: 1, shares: { rising: 1 } }],
      written: [{ share: 1, written: '1' }],
      unknown: 400,
    });
  });

  it('add a log with one record: every endpoint serves and masks it, and the console compiles', async () => {
    const visible = (ip: string | null) => ({
      many: { count: 1, results: [{ id: 'open-p0', ipAddress: ip }] },
      one: { interactionRef: 'i1', ipAddress: ip },
      list: [1, 'open-p0', ip],
      detail: ip,
      file: ['id,interaction_ref,ip_address', `open-p0,i1,${ip ?? ''}`],
      filtered: ip ? 200 : 403,
    });
    expect(await follow('add-a-log', logScript, true)).toEqual({
      contract: true,
      admin: visible('198.51.100.77'),
      analyst: visible(null),
      openapi: expect.arrayContaining([
        expect.stringMatching(/\/logs\/landings\/$/),
        expect.stringMatching(/\/logs\/landings\/\{id\}\/$/),
        expect.stringContaining('/logs/landings/download/'),
      ]),
    });
  });

  it('add a platform with one record and a golden test, and a sender of it works', async () => {
    expect(await follow('add-a-platform', platformScript)).toEqual({
      contract: true,
      golden: 0,
      created: [201, { account_id: '7', token: '***' }],
      missing: [400, ['credentials']],
      preview: ['https://ads.example/v1/7/conversions', 'Bearer ***', ['sample-1']],
    });
  });

  it('add a setting with one record: every endpoint serves, guards and audits it, and the console compiles', async () => {
    const result = await follow('add-a-setting', settingScript, true);
    const id = (result.created as { id: number }).id;
    expect(result).toEqual({
      contract: true,
      drift: 0,
      created: { id, productId: expect.any(Number), version: 1 },
      updated: { title: 'Summer', couponCode: 'S2', version: 2 },
      one: { couponCode: 'S2' },
      many: { count: 1, results: [{ id }] },
      posted: [201, true, 'W1'],
      rejected: [400, ['title', 'coupon_code']],
      put: [200, 'W2'],
      stale: 409,
      matches: [1, 'Winter'],
      detail: 'W2',
      dependents: 200,
      reader: [200, 403],
      withoutRight: 403,
      otherCompany: [404, 404],
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
  });
});
