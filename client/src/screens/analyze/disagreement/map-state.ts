import { NewAndExistingEvaluation, isEnumValue } from '../../../../../shared/catalog';
import { AXES, type MapAxis, type MapMeasure } from './answer';

/** Parameters of the address beside the period. */
export const OWN = {
  axis: 'axis',
  measure: 'measure',
  evaluation: 'evaluation',
  cpa: 'cpa',
  includeNull: 'null',
} as const;

/** What the map is asked for. */
export interface MapState {
  readonly axis: MapAxis;
  readonly measure: MapMeasure;
  /** Undefined: the product's. */
  readonly evaluation: NewAndExistingEvaluation | undefined;
  /** Target CPA in yen of rows without one. */
  readonly cpa: number | null;
  readonly includeNull: boolean;
}

export const MAX_CPA = 999_999_999;

/** Reads the state of an address; what is no choice counts as the default. */
export function readMapState(address: URLSearchParams): MapState {
  const axis = AXES.find((one) => one === address.get(OWN.axis)) ?? 'ad';
  const evaluation = Number(address.get(OWN.evaluation));
  const cpa = address.get(OWN.cpa) ?? '';
  return {
    axis,
    measure: address.get(OWN.measure) === 'amount' ? 'amount' : 'cv',
    evaluation: isEnumValue(NewAndExistingEvaluation, evaluation) ? evaluation : undefined,
    cpa: /^[1-9]\d{0,8}$/.test(cpa) ? Number(cpa) : null,
    includeNull: address.get(OWN.includeNull) !== '0',
  };
}
