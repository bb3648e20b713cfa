export {
  changeStates,
  lockResults,
  type Change,
  type Decision,
  type WritePostbacks as Tell,
} from './approval/change-states';
export { runStep, runsWhere } from './approval/runs';
export { isResultDue } from './making/due-conversions';
export { releaseOrphans, ResultHold } from './making/hold';
export { queueMissingResults as queueUnmade } from './making/queue-unmade';
export { makeResults, makeResultsOf } from './making/make-results';
export {
  writePostbacks as notify,
  POSTBACK_SOURCE_COLUMNS as TELLABLE_COLUMNS,
  type Notice,
  type PostbackSource as TellableResult,
} from './outbox/notify';
export { isOfResult, templateValues } from './outbox/template-values';
export { readEffectiveSettings as settingsInForce } from './settings-in-force';
