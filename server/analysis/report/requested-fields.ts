import { measureKeys, type MeasureKey } from '../../../shared/catalog';

/** Paths of the row fields that will be read. */
export class RequestedFields {
  private readonly paths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.paths = new Set(paths);
  }

  /** Whether the field or anything below it is requested. */
  has(field: string): boolean {
    return this.paths.has(field) || [...this.paths].some((path) => path.startsWith(`${field}.`));
  }

  /** Returns the requested measures below a field, in catalogue order. */
  measures(...fields: string[]): MeasureKey[] {
    return measureKeys.filter((key) => fields.some((field) => this.paths.has(`${field}.${key}`)));
  }
}
