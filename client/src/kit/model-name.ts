import type { TFunction } from 'i18next';
import { AttributionModel, enumName } from '../../../shared/catalog';
import { withAside } from '../i18n/punctuation';

/**
 * Returns the name of an attribution model, with the name that users of Google Analytics know beside it unless
 * ours contains that.
 */
export function modelName(t: TFunction, model: keyof typeof AttributionModel): string {
  const own = t(`enums.AttributionModel.${model}`);
  const known = t(`report.modelNames.${model}`);
  return own.includes(known) ? own : withAside(own, known);
}

/** Returns that name by the number of the model; empty for an unknown one. */
export function modelLabel(t: TFunction, model: number): string {
  const name = enumName(AttributionModel, model);
  return name === null ? '' : modelName(t, name);
}
