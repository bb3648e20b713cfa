export { isResultDue } from './making/due-conversions';
export { releaseOrphans, ResultHold } from './making/hold';
export { queueUnmade } from './making/queue-unmade';
export { makeResults } from './making/make-results';
export { conversionValues, TELLABLE_COLUMNS, templateValues, type TellableResult } from './outbox/notify';
export { settingsInForce } from './settings-in-force';
