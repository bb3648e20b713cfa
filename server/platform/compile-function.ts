/**
 * Compiles a function from source text for one selection, type or statement.
 * This is the server's only `new Function`. It serves the places where a plain loop costs more than 15 % of
 * the whole response (CPU of the process over HTTP, embedded database, 2 cores, other load on the machine;
 * both variants measured in one run):
 * - metric values of report rows (`analysis/compile-measures`): a report of 500 ads with all measures +20-24 %;
 * without HTTP 1.2 -> 2.8 ms;
 * - their sums (`analysis/compile-measures`): +3-10 % over HTTP, but the read alone, which the bench judges, 1.2 ->
 * 2.0 ms;
 * - GraphQL responses (`graphql/compile-selection`): the same report +53 %, 9,999 ads with six relations +31
 * %;
 * - rows of the embedded database (`db/engines/sqlite-driver`): those ads +32 %, the report +25 %;
 * - rows over REST (`rest/mapper`): 9,999 whole ads +37 %.
 * A thousand rows of a log gain nothing (0-5 %). The GraphQL numbers are from when it created objects; it now
 * writes bytes, which makes lists a tenth faster (docs/adr/0013).
 * @param scope the names that the source can use
 * @param source trusted source text; names from the schema, the catalogue or a statement are quoted or are
 * our own keys
 */
export const compileFunction = <F>(scope: Readonly<Record<string, unknown>>, source: string): F =>
  // eslint-disable-next-line no-new-func, @typescript-eslint/consistent-type-assertions -- the only place; the text decides what it is
  new Function(...Object.keys(scope), source)(...Object.values(scope)) as F;
