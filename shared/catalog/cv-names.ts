import { CvType } from './enums';

/** Fields of a CV setting that its report name is derived from. */
export interface NamedCvSetting {
  readonly title: string;
  readonly cvType: number;
  readonly cvSlot: number;
}

/**
 * Returns the names of a product's conversions by the REST name of the counting measure. Settings of the same
 * slot share a name.
 */
export function cvNames(settings: readonly NamedCvSetting[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { title, cvType, cvSlot } of settings) {
    const key = `cv_${cvType === CvType.MIDDLE_CV ? 'middle' : 'final'}_${cvSlot}`;
    const before = names.get(key);
    names.set(key, before ? `${before}・${title}` : title);
  }
  return names;
}
