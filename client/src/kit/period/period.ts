export {
  defaultPeriod,
  periodParameters,
  rangeOf,
  readPeriod,
  type Period,
  type PeriodContext as Standing,
} from '../../../../shared/period';
