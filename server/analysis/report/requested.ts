import { measureKeys, type MeasureKey } from '../../../shared/catalog';

/** What of a row will be read, by the paths of its fields. */
export class Wanted {
  private readonly paths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.paths = new Set(paths);
  }

  /** Whether the field or anything below it is. */
  has(field: string): boolean {
    return this.paths.has(field) || [...this.paths].some((path) => path.startsWith(`${field}.`));
  }

  /** The measures below a field, in the order of the catalogue. */
  measures(...fields: string[]): MeasureKey[] {
    return measureKeys.filter((key) => fields.some((field) => this.paths.has(`${field}.${key}`)));
  }
}
