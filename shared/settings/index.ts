export * from './fields';
export * from './validate';
export * from './settings';
export type { CrossRule, CrossErrors } from './rules';
export { closedFields } from './closed-fields';
export { approvalFields, noticeFields, parameterFields } from './result-settings';
export * from './account';
export { analyzeSettingFields, chartKinds, trendChoices } from './analyze-setting';
export { pageLinkFields, reportScheduleFields, reportScheduleRule, viewLimits } from './saved-view';
