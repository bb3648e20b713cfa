import type { AdKind } from '../../session/ad-names';

/** Something that rows can be narrowed by, and the values to choose from. */
export interface FilterField {
  /** Name of the condition in the address. */
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Values are typed instead of chosen: what to type, and how many at most. */
  typed?: { hint: string; max: number } | undefined;
  /** Whether a value takes the place of the one before: together they would mean only the widest. */
  single?: true;
  /** Values are looked for on the server: `choices` are those whose names are known. */
  search?: AdKind | undefined;
}

/** Chosen values by the name of their condition. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;
