import type { Json } from '../../composition/testing/api-server';
import type { OpenApiClient } from './openapi-client';

/** Returns the id for a field that refers to another setting. */
export type Known = (field: string) => unknown;

const typeOf = (schema: Json): string =>
  Array.isArray(schema.type) ? schema.type.find((type: string) => type !== 'null') : schema.type;

/** Returns a valid value of a schema. */
export function sample(client: OpenApiClient, given: Json, name: string, known: Known): unknown {
  const schema = client.resolve(given);
  const reference = known(name);
  if (reference !== undefined) return reference;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'email') return `someone-${Math.random().toString(36).slice(2)}@example.com`;
  if (schema.examples) return schema.examples[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties as Record<string, Json>).map(([field, own]) => [
          field,
          sample(client, own, field, known),
        ]),
      );
    case 'array':
      return [sample(client, schema.items, name, known)];
    case 'string':
      return 'Text of a client'.padEnd(schema.minLength ?? 0, '!').slice(0, schema.maxLength);
    case 'boolean':
      return true;
    default:
      return schema.maximum ?? 1;
  }
}

/** Returns invalid values by field, one per bound of the document. */
export function invalidValues(client: OpenApiClient, body: Json): [field: string, value: unknown][] {
  return Object.entries(body.properties as Record<string, Json>).flatMap(
    ([field, own]): [string, unknown][] => {
      const schema = client.resolve(own);
      const type = typeOf(schema);
      return [
        ...(schema.maxLength ? [[field, 'x'.repeat(schema.maxLength + 1)] as [string, unknown]] : []),
        ...(schema.minLength ? [[field, 'x'.repeat(schema.minLength - 1)] as [string, unknown]] : []),
        ...(schema.minimum === undefined ? [] : [[field, schema.minimum - 1] as [string, unknown]]),
        ...(schema.maximum === undefined ? [] : [[field, schema.maximum + 1] as [string, unknown]]),
        ...(schema.maxItems
          ? [[field, Array.from({ length: schema.maxItems + 1 }, () => ({}))] as [string, unknown]]
          : []),
        ...(schema.enum ? [[field, 99] as [string, unknown]] : []),
        ...(schema.pattern ? [[field, 'some day'] as [string, unknown]] : []),
        ...(schema.format === 'email' ? [[field, 'nobody'] as [string, unknown]] : []),
        ...((body.required ?? []).includes(field)
          ? ([
              [field, null],
              [field, undefined],
            ] as [string, unknown][])
          : []),
        ...(type === 'boolean' ? [[field, 'perhaps'] as [string, unknown]] : []),
        ...(type === 'integer' && field !== 'product_id' ? [[field, 1.5] as [string, unknown]] : []),
      ];
    },
  );
}
