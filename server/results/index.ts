export {
  changeStates,
  lockResults,
  type Change,
  type Decision,
  type WritePostbacks,
} from './approval/change-states';
export { applyReportedStatuses, isStatusReported } from './approval/reported-statuses';
export { runStep, runsWhere } from './approval/runs';
export {
  conversionsNotAsked,
  isResultDue,
  releaseOrphans,
  ResultHold,
  queueMissingResults,
} from './making/due-conversions';
export { makeResults, makeResultsOf } from './making/create-results';
export {
  writePostbacks,
  POSTBACK_SOURCE_COLUMNS,
  type Notice,
  type PostbackSource,
  isOfResult,
  templateValues,
} from './outbox/write-postbacks';
export { readEffectiveSettings } from './effective-settings';
