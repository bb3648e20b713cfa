/** Line of a file as an editor numbers them, from 1, without its line end. */
export interface PhysicalLine {
  readonly number: number;
  readonly text: string;
  /** Why the text is unusable; null if it is usable. */
  readonly fault: LineFault | null;
  /** Bytes of the file up to the end of this line. */
  readonly end: number;
}

/** Why a line is no record. */
export type LineFault = 'lineTooLong' | 'lineEncoding' | 'openQuote' | 'textAfterQuote';

/** Record of a table. */
export interface CsvRecord {
  /** Number of its first physical line, from 1. */
  readonly line: number;
  /** Original text. */
  readonly text: string;
  /** The text alone if the record has a fault. */
  readonly cells: readonly string[];
  readonly fault: LineFault | null;
  /** Bytes of the file up to its end. */
  readonly end: number;
}

/** Characters between cells. */
export const DELIMITERS = [',', '\t', ';'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const QUOTED = /"[^"]*(?:""[^"]*)*"(?!")/y;

/**
 * Returns the cells of a record (RFC 4180), or why it has none: a quoted cell can contain delimiters, doubled
 * quotes and line breaks. A quote inside an unquoted cell is an ordinary character.
 */
function cellsOf(text: string, delimiter: Delimiter): string[] | 'openQuote' | 'textAfterQuote' {
  const cells: string[] = [];
  for (let at = 0, end = 0; ; at = end + 1) {
    if (text[at] === '"') {
      QUOTED.lastIndex = at;
      const [quoted] = QUOTED.exec(text) ?? [];
      if (quoted === undefined) return 'openQuote';
      cells.push(quoted.slice(1, -1).replaceAll('""', '"'));
      end = at + quoted.length;
      if (end < text.length && text[end] !== delimiter) return 'textAfterQuote';
    } else {
      const next = text.indexOf(delimiter, at);
      end = next < 0 ? text.length : next;
      cells.push(text.slice(at, end));
    }
    if (end >= text.length) return cells;
  }
}

/** A quoted cell that is open for this many lines is a stray quote. */
const MAX_RECORD_LINES = 100;

/**
 * Makes records of lines. A faulty line costs itself alone: the lines after an unclosed quote are read again.
 * Blank lines between records are skipped.
 */
export class CsvParser {
  private lines: PhysicalLine[] = [];

  constructor(private readonly delimiter: Delimiter) {}

  private get text(): string {
    return this.lines.map(({ text }) => text).join('\n');
  }

  /** Adds a line and returns the records that it completes. */
  push(line: PhysicalLine): CsvRecord[] {
    if (this.lines.length === 0 && line.fault === null && line.text.trim() === '') return [];
    this.lines.push(line);
    const isOpen = this.lines.length > 1 && !line.text.includes('"');
    const cells = line.fault ?? (isOpen ? 'openQuote' : cellsOf(this.text, this.delimiter));
    if (typeof cells !== 'string') return [this.take(cells, null)];
    return cells === 'openQuote' && this.lines.length < MAX_RECORD_LINES ? [] : this.giveUp(cells);
  }

  /** Returns the records of the lines that are left at the end of the file. */
  end(): CsvRecord[] {
    return this.lines.length === 0 ? [] : [...this.giveUp('openQuote'), ...this.end()];
  }

  private giveUp(fault: LineFault): CsvRecord[] {
    const again = this.lines.splice(1);
    return [this.take([this.text], fault), ...again.flatMap((line) => this.push(line))];
  }

  private take(cells: readonly string[], fault: LineFault | null): CsvRecord {
    const { lines, text } = this;
    this.lines = [];
    return { line: lines[0]?.number ?? 0, text, cells, fault, end: lines.at(-1)?.end ?? 0 };
  }
}
