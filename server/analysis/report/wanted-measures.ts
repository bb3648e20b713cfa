import { attributionPairs, findMeasure, measureKeys, toCamelCase, type MeasureKey } from '../../../shared/catalog';

/** The comparisons of the attribution report, by REST and GraphQL name, and the two measures behind each. */
const compared = new Map<string, readonly MeasureKey[]>(
  attributionPairs.flatMap(({ normal, attributed }) =>
    [`${normal}_diff`, `${normal}_ratio`].flatMap((key) => [key, toCamelCase(key)].map((name): [string, readonly MeasureKey[]] => [name, [normal, attributed]])),
  ),
);

/** Which measures the fields of a row are made of, in the order of the catalogue; names that are none are passed over. */
export function measuresOf(names: Iterable<string>): MeasureKey[] {
  const wanted = new Set<MeasureKey>();
  for (const name of names) {
    const measure = findMeasure(name);
    for (const key of measure ? [measure] : (compared.get(name) ?? [])) wanted.add(key);
  }
  return measureKeys.filter((key) => wanted.has(key));
}
