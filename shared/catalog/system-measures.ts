/** Unit of a measure of the installation. */
export type SystemUnit = 'seconds' | 'count' | 'bytes';

/** One measure of the installation's state: a metric of `/metrics`, as the console shows it. */
export interface SystemMeasure {
  readonly key: string;
  readonly group: SystemGroup;
  readonly metric: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** For a histogram: the share of observations below the value. */
  readonly quantile?: number;
  readonly unit: SystemUnit;
  /** A higher value needs attention; the alert rules of `docker/alerts.yml` use the same. */
  readonly alarm?: number;
}

export const systemGroups = ['intake', 'derive', 'report', 'send', 'database'] as const;
export type SystemGroup = (typeof systemGroups)[number];

const WAITING = 'inflow_waiting';
const LAG = 'inflow_waiting_seconds';
const CONNECTIONS = 'inflow_pool_connections';
const waiting = (what: string) => ({ metric: WAITING, labels: { what }, unit: 'count' }) as const;
const lag = (what: string, alarm: number) =>
  ({ metric: LAG, labels: { what }, unit: 'seconds', alarm }) as const;
const connections = (pool: string, state: string) =>
  ({ metric: CONNECTIONS, labels: { pool, state }, unit: 'count' }) as const;

/** Measures of the installation's state, in the order of the console. */
export const systemMeasures = [
  {
    key: 'append',
    group: 'intake',
    metric: 'inflow_append_seconds',
    quantile: 0.99,
    unit: 'seconds',
    alarm: 0.5,
  },
  { key: 'drainLag', group: 'intake', metric: 'inflow_drain_lag_seconds', unit: 'seconds', alarm: 60 },
  { key: 'spool', group: 'intake', metric: 'inflow_spool_waiting_bytes', unit: 'bytes' },
  {
    key: 'lostClicks',
    group: 'intake',
    metric: 'inflow_clicks_total',
    labels: { outcome: 'lost' },
    unit: 'count',
    alarm: 0,
  },
  { key: 'deriveLag', group: 'derive', ...lag('visitors', 300) },
  { key: 'visitors', group: 'derive', ...waiting('visitors') },
  { key: 'rollupLag', group: 'derive', ...lag('days', 600) },
  { key: 'days', group: 'derive', ...waiting('days') },
  { key: 'resultLag', group: 'derive', ...lag('results', 900) },
  { key: 'results', group: 'derive', ...waiting('results') },
  {
    key: 'report',
    group: 'report',
    metric: 'inflow_report_seconds',
    quantile: 0.95,
    unit: 'seconds',
    alarm: 3,
  },
  { key: 'postbackLag', group: 'send', ...lag('postback', 300) },
  {
    key: 'postbackOldest',
    group: 'send',
    metric: 'inflow_postback_oldest_seconds',
    unit: 'seconds',
    alarm: 86_400,
  },
  { key: 'postbacks', group: 'send', ...waiting('postback') },
  { key: 'mailLag', group: 'send', ...lag('delivery', 900) },
  { key: 'mails', group: 'send', ...waiting('delivery') },
  { key: 'readOpen', group: 'database', ...connections('read', 'open') },
  { key: 'readWaiting', group: 'database', ...connections('read', 'waiting'), alarm: 20 },
  { key: 'writeOpen', group: 'database', ...connections('write', 'open') },
  { key: 'writeWaiting', group: 'database', ...connections('write', 'waiting'), alarm: 20 },
] as const satisfies readonly SystemMeasure[];
