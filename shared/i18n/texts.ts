/** Message tree with the keys of `T` and string leaves: the exact shape of a translation. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
