/**
 * Runs SELECTs on the embedded database for another process, one at a time, and writes each outcome as JSON behind
 * its length in bytes. Plain JavaScript: it starts without the compiler.
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

/** @param {{ sql: string, params: never[] }} question */
function answer({ sql, params }) {
  try {
    const statement = prepared(sql);
    return { names: statement.columns().map(({ name }) => name), rows: statement.all(...params) };
  } catch (error) {
    const { message, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    return { message, errcode };
  }
}

process.on('message', (/** @type {{ sql: string, params: never[] }} */ question) => {
  const body = Buffer.from(JSON.stringify(answer(question)));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  out.write(Buffer.concat([head, body]));
});
// Nobody is left to answer to.
process.on('disconnect', () => process.exit(0));
// Who ends the product ends this process too, by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
