/** `cv_final_1` at type level becomes `cvFinal1`. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The GraphQL name of a REST key: `cv_final_1` becomes `cvFinal1`. */
export function toCamelCase<S extends string>(key: S): CamelCase<S> {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>;
}
