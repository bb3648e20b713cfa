import type { SettingName } from '../../../shared/settings';
import type { texts } from '../../../shared/i18n';

type MenuKey = Exclude<keyof (typeof texts)['ja']['menu'], 'group'>;

/** Title of an exported table, and the entity that provides its labels. */
export interface DocumentSource {
  readonly title: MenuKey;
  readonly entity: SettingName | 'audit' | 'refused' | 'log' | 'result' | 'postback';
}

const sources: Readonly<Record<string, DocumentSource>> = {
  ads: { title: 'ad_setting', entity: 'ad' },
  asps: { title: 'asp_setting', entity: 'asp' },
  redirects: { title: 'redirect_setting', entity: 'redirect' },
  cvSettings: { title: 'cv_setting', entity: 'cvSetting' },
  domains: { title: 'crossdomain_setting', entity: 'crossdomain' },
  adCategories: { title: 'category_setting', entity: 'adCategory' },
  adTypes: { title: 'category_setting', entity: 'adType' },
  companies: { title: 'company', entity: 'company' },
  products: { title: 'product', entity: 'product' },
  agencies: { title: 'agency', entity: 'agency' },
  users: { title: 'user', entity: 'user' },
  notes: { title: 'notes', entity: 'note' },
  alerts: { title: 'alert', entity: 'alert' },
  customMeasures: { title: 'custom_measure', entity: 'customMeasure' },
  auditLogs: { title: 'audit', entity: 'audit' },
  accesses: { title: 'log_access', entity: 'log' },
  interactions: { title: 'log_interaction', entity: 'log' },
  references: { title: 'log_reference', entity: 'log' },
  conversions: { title: 'log_cv', entity: 'log' },
  results: { title: 'log_result', entity: 'result' },
  resultQueue: { title: 'log_result_queue', entity: 'postback' },
  refusedEvents: { title: 'log_refused', entity: 'refused' },
  adSummaries: { title: 'ad_statistics', entity: 'ad' },
  attributions: { title: 'attribution', entity: 'ad' },
  timeSeries: { title: 'term', entity: 'ad' },
  lpoAnalysis: { title: 'lpo', entity: 'ad' },
  cvInfo: { title: 'cv', entity: 'log' },
  transitions: { title: 'effect', entity: 'ad' },
  allocations: { title: 'allocation', entity: 'ad' },
};

/** Returns title and entity of an operation's table. A test covers every download. */
export function documentSourceOf(operation: string): DocumentSource {
  const known = sources[operation];
  if (!known) throw new Error(`No title for files of ${operation}`);
  return known;
}
