import type { UnknownRecord } from '../../shared/records';

/** Serialized root fields by name; null for a failed one. */
export type SerializedFields = readonly (readonly [name: string, json: Buffer | null])[];

const valueOf = (json: Buffer): unknown => JSON.parse(json.toString());

/** Parses the serialized fields, for a response with errors. */
export const parseFields = (fields: SerializedFields): UnknownRecord =>
  Object.fromEntries(fields.map(([name, json]) => [name, json && valueOf(json)]));

/** Serialized response without errors. */
export class SerializedResponse {
  constructor(private readonly fields: SerializedFields) {}

  /** Returns the JSON with a trailing newline. */
  bytes(): Buffer {
    const parts = this.fields.flatMap(([name, json], index) => [
      Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`),
      json ?? Buffer.from('null'),
    ]);
    return Buffer.concat([Buffer.from('{"data":{'), ...parts, Buffer.from('}}\n')]);
  }
}
