import { CvType } from './enums';

/** What of a CV setting its name in reports is made of. */
export interface NamedCvSetting {
  readonly title: string;
  readonly cvType: number;
  readonly cvSlot: number;
}

/** Names of a product's conversions by the REST name of the measure that counts them; settings of one slot stand together. */
export function cvNames(settings: readonly NamedCvSetting[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { title, cvType, cvSlot } of settings) {
    const key = `cv_${cvType === CvType.MIDDLE_CV ? 'middle' : 'final'}_${cvSlot}`;
    const before = names.get(key);
    names.set(key, before ? `${before}・${title}` : title);
  }
  return names;
}
