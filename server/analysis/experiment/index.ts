export { readExperiment, type ExperimentFigures } from './figures';
export { lastDayOf, readPlan, type ExperimentPlan } from './plan';
