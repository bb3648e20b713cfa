/**
 * Runs SELECTs on the embedded database for another process, one at a time. Each outcome is written as two lengths,
 * followed by the bytes of its JSON and of its numbers. Plain JavaScript, so it starts without the compiler.
 */
const { Socket } = require('node:net');
const { getPriority, setPriority } = require('node:os');
const { DatabaseSync } = require('@photostructure/sqlite');

const OUT = 3;
const MAX_STATEMENTS = 100;
/** Lower priority than the parent process, which serves visitors. */
const READ_NICENESS = 10;

setPriority(Math.max(getPriority(), READ_NICENESS));

const connection = new DatabaseSync(process.argv[2], { readOnly: true, timeout: 15_000 });
connection.exec('PRAGMA cache_size = -65536');
connection.exec('PRAGMA temp_store = MEMORY');

/** @type {Map<string, import('@photostructure/sqlite').StatementSyncInstance>} */
const statements = new Map();
/** A socket writes directly; a file stream would pass each outcome through another thread. */
const out = new Socket({ fd: OUT, readable: false, writable: true });

/** @param {string} sql */
function prepared(sql) {
  let statement = statements.get(sql);
  if (!statement) {
    statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(sql, statement);
  }
  return statement;
}

/**
 * Packs rows of numbers, such as metric values, into one array with NaN for null (the engine has no NaN). Formatting and
 * parsing them as digits would take as long as the query. Returns undefined for rows with other values.
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

/** @param {{ sql: string, params: never[] }} query */
function execute({ sql, params }) {
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

process.on('message', (/** @type {{ sql: string, params: never[] }} */ query) => {
  const { outcome, numbers } = execute(query);
  const json = Buffer.from(JSON.stringify(outcome));
  const bytes = numbers ? Buffer.from(numbers.buffer) : Buffer.alloc(0);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(json.length);
  head.writeUInt32LE(bytes.length, 4);
  out.write(Buffer.concat([head, json, bytes]));
});
// The parent process is gone.
process.on('disconnect', () => process.exit(0));
// The parent handles these signals, and ends this process by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
