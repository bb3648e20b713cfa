/** Record of a file: its fields by name, or its fault. */
export interface FileRecord {
  /** Number of its first physical line, from 1. */
  line: number;
  /** Original text of the record. */
  text: string;
  fields: unknown;
  fault: string | null;
  /** Bytes of the file up to its end. */
  end: number;
}
