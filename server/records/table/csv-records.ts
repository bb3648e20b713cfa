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

/**
 * Cells of one record, read line by line (RFC 4180): a quoted cell can contain delimiters, doubled quotes and
 * line breaks. A quote inside an unquoted cell is an ordinary character.
 */
class Cells {
  readonly values: string[] = [];
  private cell = '';
  private quoted = false;

  constructor(private readonly delimiter: Delimiter) {}

  /** Adds a physical line. `open`: a quoted cell continues. */
  add(line: string): 'complete' | 'open' | LineFault {
    let at = 0;
    for (;;) {
      if (!this.quoted) {
        if (line[at] === '"') this.quoted = true;
        else {
          const next = line.indexOf(this.delimiter, at);
          this.values.push(line.slice(at, next < 0 ? undefined : next));
          if (next < 0) return 'complete';
          at = next + 1;
          continue;
        }
        at += 1;
      }
      const quote = line.indexOf('"', at);
      if (quote < 0) {
        this.cell += `${line.slice(at)}\n`;
        return 'open';
      }
      this.cell += line.slice(at, quote);
      at = quote + 1;
      if (line[at] === '"') {
        this.cell += '"';
        at += 1;
        continue;
      }
      this.values.push(this.cell);
      this.cell = '';
      this.quoted = false;
      if (at >= line.length) return 'complete';
      if (line[at] !== this.delimiter) return 'textAfterQuote';
      at += 1;
    }
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
  private cells: Cells;

  constructor(private readonly delimiter: Delimiter) {
    this.cells = new Cells(delimiter);
  }

  /** Adds a line and returns the records that it completes. */
  push(line: PhysicalLine): CsvRecord[] {
    if (this.lines.length === 0 && line.fault === null && line.text.trim() === '') return [];
    this.lines.push(line);
    const state = line.fault ?? this.cells.add(line.text);
    if (state === 'complete') return [this.take(null)];
    if (state === 'open' && this.lines.length < MAX_RECORD_LINES) return [];
    return this.giveUp(state === 'open' ? 'openQuote' : state);
  }

  /** Returns the records of the lines that are left at the end of the file. */
  end(): CsvRecord[] {
    return this.lines.length === 0 ? [] : [...this.giveUp('openQuote'), ...this.end()];
  }

  private giveUp(fault: LineFault): CsvRecord[] {
    const again = this.lines.splice(1);
    return [this.take(fault), ...again.flatMap((line) => this.push(line))];
  }

  private take(fault: LineFault | null): CsvRecord {
    const { lines, cells } = this;
    this.lines = [];
    this.cells = new Cells(this.delimiter);
    const text = lines.map((line) => line.text).join('\n');
    return {
      line: lines[0]?.number ?? 0,
      text,
      cells: fault === null ? cells.values : [text],
      fault,
      end: lines.at(-1)?.end ?? 0,
    };
  }
}
