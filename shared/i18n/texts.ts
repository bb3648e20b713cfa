/** The shape of a message tree with every leaf a string: what a translation of `T` must provide, no more and no less. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
