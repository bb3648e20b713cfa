/**
 * Message tree with the keys of `T` and string leaves: the exact shape of a translation. Texts with a count
 * (`_other`) may have a singular (`_one`).
 */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> } & {
  [K in keyof T as K extends `${infer Name}_other` ? `${Name}_one` : never]?: string;
};
