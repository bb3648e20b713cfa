/**
 * A function written as text for one selection, type or statement. Here stands the only `new Function` of the server, for
 * the places where a plain loop costs more than 15 % of the whole answer (CPU of the process over HTTP, embedded
 * database, 2 cores, other work beside; the loop against the written function within one run):
 *
 * - figures of a report's rows (`analysis/compiled`): a report of 500 ads with all measures +20-24 %; read without a
 *   door 1.2 -> 2.8 ms;
 * - sums of them (`analysis/compiled`): over HTTP +3-10 %, but the reading alone, which the bench judges, 1.2 -> 2.0 ms;
 * - GraphQL's answer (`graphql/compile-selection`): the same report +53 %, 9,999 ads with six relations +31 %;
 * - rows of the embedded database (`db/engines/sqlite-driver`): those ads +32 %, the report +25 %;
 * - rows over REST (`rest/mapper`): 9,999 whole ads +37 %.
 *
 * A thousand rows of a log gain nothing from any of them (0-5 %). GraphQL's were measured when they made objects; they
 * write bytes now, which takes lists a tenth less (docs/adr/0016).
 *
 * @param given what the text may name
 * @param source text of our own: what it names of the schema, the catalogue or a statement is quoted or a key of ours
 */
export const writtenFunction = <F>(given: Readonly<Record<string, unknown>>, source: string): F =>
  // eslint-disable-next-line no-new-func, @typescript-eslint/consistent-type-assertions -- the only place; the text decides what it is
  new Function(...Object.keys(given), source)(...Object.values(given)) as F;
