export {
  defaultPeriod,
  periodParameters,
  rangeOf,
  readPeriod,
  type Period,
  type Standing,
} from '../../../../shared/period';
