export { changeStates, lockResults, type Change, type Decision, type Tell } from './approval/change-states';
export { runStep, runsWhere } from './approval/runs';
export { isResultDue } from './making/due-conversions';
export { releaseOrphans, ResultHold } from './making/hold';
export { queueUnmade } from './making/queue-unmade';
export { makeResults, makeResultsOf } from './making/make-results';
export { notify, TELLABLE_COLUMNS, type Notice, type TellableResult } from './outbox/notify';
export { isOfResult, templateValues } from './outbox/template-values';
export { settingsInForce } from './settings-in-force';
