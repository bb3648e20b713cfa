import { approvedMeasure, measureKeys, measureName, type MeasureKey } from '../../../../shared/catalog';

const byName = new Map<string, MeasureKey>(measureKeys.map((key) => [measureName(key), key]));

/** Returns the measure of a column; undefined for other columns. */
export const measureNamed = (name: string): MeasureKey | undefined => byName.get(name);

/** Returns the name of the column that replaces a column if only approved conversions count. */
export function approvedName(name: string): string {
  const key = measureNamed(name);
  return key ? measureName(approvedMeasure(key)) : name;
}
