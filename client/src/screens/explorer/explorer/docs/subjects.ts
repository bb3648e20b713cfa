/** Queries by what they are about, each with the key of the name that the console's screens have for it. */
export const SUBJECTS = {
  reports: {
    adSummaries: 'menu.ad_statistics', timeSeries: 'menu.term', attributions: 'menu.attribution', cvInfo: 'menu.cv', transitions: 'menu.effect', allocations: 'menu.allocation', lpoAnalysis: 'menu.lpo',
    dailyFigures: 'explorer.queries.dailyFigures', adRanking: 'explorer.queries.adRanking', adPaths: 'explorer.queries.adPaths', attention: 'explorer.queries.attention', creditExplanation: 'explorer.queries.creditExplanation',
    figureTotal: 'explorer.queries.figureTotal', figureVersion: 'explorer.queries.figureVersion', computing: 'explorer.queries.computing',
    customMeasures: 'menu.custom_measure', customMeasure: 'menu.custom_measure_detail', alerts: 'menu.alert', alert: 'menu.alert_detail', alertHistory: 'explorer.queries.alertHistory', alertTest: 'explorer.queries.alertTest', alertTrial: 'explorer.queries.alertTrial',
    notes: 'menu.notes', note: 'settings.audit.entity.note', savedViews: 'menu.views', savedView: 'menu.view_link', pageLink: 'explorer.queries.pageLink', reportSchedules: 'settings.audit.entity.reportSchedule', reportRecipients: 'explorer.queries.reportRecipients', reportDeliveries: 'explorer.queries.reportDeliveries', reportTests: 'explorer.queries.reportTests',
    analyzeSettings: 'menu.ad_analyze_setting', allocationScenarios: 'settings.audit.entity.allocationScenario',
  },
  logs: {
    conversions: 'menu.log_cv', conversion: 'menu.log_cv_detail', interactions: 'menu.log_interaction', interaction: 'menu.log_interaction_detail', accesses: 'menu.log_access', access: 'menu.log_access_detail',
    references: 'menu.log_reference', reference: 'menu.log_reference_detail', visitorStory: 'menu.log_visitor', refusedEvents: 'menu.log_refused', refusedEvent: 'explorer.queries.refusedEvent', logHorizon: 'explorer.queries.logHorizon',
  },
  results: {
    results: 'menu.log_result', result: 'menu.log_result_detail', resultQueue: 'menu.log_result_queue', resultQueueItem: 'menu.log_result_queue_detail',
    approvalPreview: 'explorer.queries.approvalPreview', approvalRun: 'explorer.queries.approvalRun', approvalRuns: 'explorer.queries.approvalRuns', adResultStates: 'explorer.queries.adResultStates', adResultSettings: 'explorer.queries.adResultSettings',
  },
  ads: {
    ads: 'menu.ad_setting', ad: 'menu.ad_setting_detail', asps: 'menu.asp_setting', asp: 'menu.asp_setting_detail', redirects: 'menu.redirect_setting', redirect: 'menu.redirect_setting_detail',
    cvSettings: 'menu.cv_setting', cvSetting: 'menu.cv_setting_detail', adCategories: 'menu.category_setting', adCategory: 'menu.category_setting_detail', adTypes: 'settings.audit.entity.adType', adType: 'explorer.queries.adType',
    domains: 'menu.crossdomain_setting', domain: 'menu.crossdomain_setting_detail', adLinkStates: 'explorer.queries.adLinkStates', mediaCosts: 'menu.media_cost', mediaCostDays: 'explorer.queries.mediaCostDays', mediaSources: 'settings.audit.entity.mediaSource', dependents: 'explorer.queries.dependents',
  },
  company: {
    me: 'explorer.queries.me', companies: 'menu.company', company: 'explorer.queries.company', products: 'menu.product', product: 'explorer.queries.product', productSetup: 'explorer.queries.productSetup', users: 'menu.user', user: 'menu.user_detail',
    agencies: 'menu.agency', agency: 'menu.agency_detail', roles: 'menu.role', sessions: 'explorer.queries.sessions', apiKeys: 'settings.audit.entity.apiKey', readTokens: 'settings.audit.entity.readToken', queryRuns: 'explorer.queries.queryRuns',
    auditLogs: 'menu.audit', auditLog: 'explorer.queries.auditLog', erasures: 'menu.erasure', erasure: 'explorer.queries.erasure', erasurePreview: 'explorer.queries.erasurePreview', transmissionNotice: 'explorer.queries.transmissionNotice',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Key of the name of each query. */
export const QUERY_NAMES: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(SUBJECTS));
