/**
 * Compiles a function from source text for one selection or statement. This is the server's only
 * `new Function`. It serves two places, where loops together cost a third of a report over HTTP
 * (docs/measurements.md, own frameworks): metric values and sums of report rows (`analysis/compile-measures`),
 * and rows of the embedded database (`db/engines/sqlite-driver`).
 * @param scope the names that the source can use
 * @param source trusted source text; names from the catalogue or a statement are quoted or are our own keys
 */
export const compileFunction = <F>(scope: Readonly<Record<string, unknown>>, source: string): F =>
  // eslint-disable-next-line no-new-func, @typescript-eslint/consistent-type-assertions -- the caller knows the type of the function that its text defines
  new Function(...Object.keys(scope), source)(...Object.values(scope)) as F;
