/** Something that rows can be narrowed by, and the values to choose from. */
export interface FilterField {
  /** Name of the condition in the address. */
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
}

/** Chosen values by the name of their condition. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;
