/** Script that reads a model of the copy from reports, from a conversion's path and from its explanation. */
export const modelScript = `
import 'reflect-metadata';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pino from 'pino';
import { startApi } from './server/composition/testing/api-server';
import { buildApiSchema, contractText } from './server/graphql/schema';
async function main(): Promise<void> {
  const printed = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));
  const api = await startApi('sqlite');
  const token = await api.tokenOf('admin@alpha.example');
  const product = api.world.open.product;
  const january = 'date_from=2026/01/01&date_to=2026/01/31';
  const drift = await api.database.db.write((tx) => tx.manager.connection.driver.createSchemaBuilder().log());
  const graphql = async (query: string) => {
    const { body } = await api.graphql(query, { token });
    return body.data ?? body;
  };
  const rest = await api.rest(\`/analyses/attributions/?product_id=\${product}&\${january}&attribution_model=7\`, { token });
  const { attributions } = await graphql(\`{ attributions(productId: \${product}, dateFrom: "2026-01-01", dateTo: "2026-01-31") { total { models { attributionModel figures { attrCv } } } } }\`);
  const { conversions } = await graphql(\`{ conversions(productId: \${product}) { results { id path(attributionModel: 7) { share shares { rising } } } } }\`);
  const { id, path } = conversions.results.find((row: { path: object[] }) => row.path.length > 0);
  const { creditExplanation } = await graphql(\`{ creditExplanation(conversionId: "\${id}", productId: \${product}, attributionModel: 7) { contacts { share written } } }\`);
  const unknown = await api.rest(\`/analyses/attributions/?product_id=\${product}&attribution_model=8\`, { token });
  console.log('RESULT ' + JSON.stringify({
    contract: printed(buildApiSchema(pino({ level: 'silent' }))) === printed(buildSchema(contractText())),
    drift: drift.upQueries.length, rest: rest.body.total?.attr_cv ?? rest.body,
    model: attributions.total.models.at(-1), path, written: creditExplanation.contacts, unknown: unknown.status,
  }));
  await api.stop();
}
void main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;
