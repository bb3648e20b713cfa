import type { UnknownRecord } from '../../shared/records';

/** What the root fields of an operation answer, as JSON by their names; null for one that failed. */
export type WrittenFields = readonly (readonly [name: string, json: Buffer | null])[];

const valueOf = (json: Buffer): unknown => JSON.parse(json.toString());

/** What was written, as values again: for an answer in which something failed. */
export const readBack = (fields: WrittenFields): UnknownRecord =>
  Object.fromEntries(fields.map(([name, json]) => [name, json && valueOf(json)]));

/** An answer in which nothing failed, as it goes out. */
export class WrittenAnswer {
  constructor(private readonly fields: WrittenFields) {}

  /** JSON and a line's end. */
  bytes(): Buffer {
    const parts = this.fields.flatMap(([name, json], index) => [
      Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`),
      json ?? Buffer.from('null'),
    ]);
    return Buffer.concat([Buffer.from('{"data":{'), ...parts, Buffer.from('}}\n')]);
  }
}
