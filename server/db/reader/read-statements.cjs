/**
 * Runs SELECTs on the embedded database for another process, one at a time. Each outcome is written as the bytes of its
 * JSON and of its numbers, behind the two lengths. Plain JavaScript: it starts without the compiler.
 */
const { Socket } = require('node:net');
const { getPriority, setPriority } = require('node:os');
const { DatabaseSync } = require('@photostructure/sqlite');

const OUT = 3;
const KEPT_STATEMENTS = 100;
/** Behind the process that asks: it answers visitors. */
const BEHIND_VISITORS = 10;

setPriority(Math.max(getPriority(), BEHIND_VISITORS));

const connection = new DatabaseSync(process.argv[2], { readOnly: true, timeout: 15_000 });
connection.exec('PRAGMA cache_size = -65536');
connection.exec('PRAGMA temp_store = MEMORY');

/** @type {Map<string, import('@photostructure/sqlite').StatementSyncInstance>} */
const statements = new Map();
/** A socket writes at once; a file's stream would send each outcome through another thread first. */
const out = new Socket({ fd: OUT, readable: false, writable: true });

/** @param {string} sql */
function prepared(sql) {
  let statement = statements.get(sql);
  if (!statement) {
    statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size >= KEPT_STATEMENTS) statements.clear();
    statements.set(sql, statement);
  }
  return statement;
}

/**
 * Rows of numbers alone, as figures are, in one piece, NaN where there is nothing (the engine knows no NaN): as digits
 * they would take as long to write and to read as to find. Undefined where anything else is among them.
 * @param {readonly (readonly unknown[])[]} rows
 * @param {number} width
 */
function numbersOf(rows, width) {
  const numbers = new Float64Array(rows.length * width);
  let place = 0;
  for (const row of rows) {
    for (const value of row) {
      if (typeof value !== 'number' && value !== null) return undefined;
      numbers[place] = value ?? NaN;
      place += 1;
    }
  }
  return numbers;
}

/** @param {{ sql: string, params: never[] }} question */
function answer({ sql, params }) {
  try {
    const statement = prepared(sql);
    const names = statement.columns().map(({ name }) => name);
    const rows = /** @type {unknown[][]} */ (/** @type {unknown} */ (statement.all(...params)));
    const numbers = numbersOf(rows, names.length);
    return numbers ? { outcome: { names }, numbers } : { outcome: { names, rows } };
  } catch (error) {
    const { message, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    return { outcome: { message, errcode } };
  }
}

process.on('message', (/** @type {{ sql: string, params: never[] }} */ question) => {
  const { outcome, numbers } = answer(question);
  const json = Buffer.from(JSON.stringify(outcome));
  const bytes = numbers ? Buffer.from(numbers.buffer) : Buffer.alloc(0);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(json.length);
  head.writeUInt32LE(bytes.length, 4);
  out.write(Buffer.concat([head, json, bytes]));
});
// Nobody is left to answer to.
process.on('disconnect', () => process.exit(0));
// Who ends the product ends this process too, by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
