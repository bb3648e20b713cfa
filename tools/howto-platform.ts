/** Script that runs the golden test of the copy, and creates and previews a sender of the platform. */
export const platformScript = `
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pino from 'pino';
import { startApi } from './server/composition/testing/api-server';
import { buildApiSchema, contractText } from './server/graphql/schema';
async function main(): Promise<void> {
  const printed = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));
  writeFileSync('jest.config.cjs', "module.exports = { testEnvironment: 'node', transform: { '\\\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' } } }] } };");
  const golden = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', 'shared/catalog/platforms/example-ads'], { encoding: 'utf8' });
  if (golden.status !== 0) console.error(golden.stderr);
  const api = await startApi('sqlite');
  const token = await api.tokenOf('admin@alpha.example');
  // Without conversions the preview is made up.
  for (const table of ['conversion_touch', 'conversion']) await api.database.db.write((tx) => tx.execute('DELETE FROM ' + table));
  const body = { product_id: api.world.open.product, platform: 'example_ads', name: 'Example', credentials: { account_id: '7', token: 'secret' } };
  const created = await api.rest('/conversion_senders/', { token, body });
  const missing = await api.rest('/conversion_senders/', { token, body: { ...body, credentials: {} } });
  const preview = (await api.rest('/conversion_senders/' + created.body.id + '/preview/', { token, body: {} })).body;
  console.log('RESULT ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    golden: golden.status,
    created: [created.status, created.body.credentials],
    missing: [missing.status, Object.keys(missing.body.errors)],
    preview: [preview.url, preview.headers?.Authorization, preview.body?.conversions.map(({ id }: { id: string }) => id)],
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;
