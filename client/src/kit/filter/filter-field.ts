import type { AdKind } from '../../session/ad-names';

/** Condition that filters rows, and the values to choose from. */
export interface FilterField {
  /** Name of the condition in the URL. */
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Free-text values instead of choices: the hint and the maximum number. */
  typed?: { hint: string; max: number } | undefined;
  /** Whether a new value replaces the previous one, because together only the widest would count. */
  single?: true;
  /** Values come from a server search; `choices` holds those with a known name. */
  search?: AdKind | undefined;
}

/** Chosen values by condition name. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;
