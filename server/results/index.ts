export {
  changeStates,
  lockResults,
  type Change,
  type Decision,
  type WritePostbacks,
} from './approval/change-states';
export { runStep, runsWhere } from './approval/runs';
export { isResultDue } from './making/due-conversions';
export { releaseOrphans, ResultHold } from './making/hold';
export { queueMissingResults } from './making/queue-missing-results';
export { makeResults, makeResultsOf } from './making/create-results';
export {
  writePostbacks,
  POSTBACK_SOURCE_COLUMNS,
  type Notice,
  type PostbackSource,
} from './outbox/write-postbacks';
export { isOfResult, templateValues } from './outbox/template-values';
export { readEffectiveSettings } from './effective-settings';
