/**
 * Parses the fields of a CSV record line by line (RFC 4180): a quoted field can contain commas, doubled
 * quotes and line breaks. A quote inside an unquoted field is an ordinary character.
 */
export class CsvFields {
  private fields: string[] = [];
  private field = '';
  private quoted = false;

  /** Adds a physical line. `open`: a quoted field continues; a fault: the record is invalid. */
  add(line: string): 'complete' | 'open' | { fault: string } {
    let at = 0;
    for (;;) {
      if (!this.quoted) {
        if (line[at] === '"') this.quoted = true;
        else {
          const comma = line.indexOf(',', at);
          this.fields.push(line.slice(at, comma < 0 ? undefined : comma));
          if (comma < 0) return 'complete';
          at = comma + 1;
          continue;
        }
        at += 1;
      }
      const quote = line.indexOf('"', at);
      if (quote < 0) {
        this.field += `${line.slice(at)}\n`;
        return 'open';
      }
      this.field += line.slice(at, quote);
      at = quote + 1;
      if (line[at] === '"') {
        this.field += '"';
        at += 1;
        continue;
      }
      this.fields.push(this.field);
      this.field = '';
      this.quoted = false;
      if (at >= line.length) return 'complete';
      if (line[at] !== ',') return { fault: 'a quoted field is followed by text' };
      at += 1;
    }
  }

  get values(): readonly string[] {
    return this.fields;
  }
}
