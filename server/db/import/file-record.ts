/** One record of a file: its fields by name, or why it has none. */
export interface FileRecord {
  /** Physical line at which it begins, from 1. */
  line: number;
  /** As it stands in the file. */
  text: string;
  fields: unknown;
  fault: string | null;
  /** Bytes of the file up to its end. */
  end: number;
}
