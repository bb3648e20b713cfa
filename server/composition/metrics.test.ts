import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { systemMeasures, type SystemMeasure } from '../../shared/catalog';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { ROOT } from '../platform/root';
import { ProductServer } from './product-server';

jest.setTimeout(60_000);

const TOKEN = 'metrics token';
const read = (name: string): string => readFileSync(join(ROOT, 'docker', name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly measure?: string };
}
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const panels = (
  JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
).panels.flatMap(({ targets }) => targets);

/** Names of metrics in a query: words before a selector, a bracket or the end of an argument. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:inflow|process|nodejs)_\w+/g) ?? [];

describe('/metrics', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-metrics-'));
  let server: ProductServer;
  let metrics = '';
  let url = '';
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/metrics`;
    server = new ProductServer(
      loadConfig({
        ROLE: 'collector',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: `sqlite:${join(dataDir, 'x.db')}`,
        DEMO: '0',
        LOG_LEVEL: 'silent',
        METRICS_TOKEN: TOKEN,
      }),
    );
    await server.start();
    metrics = await (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is open to the token behind a proxy, and to no other', async () => {
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.1' };
      return (await fetch(url, { headers })).status;
    };
    expect([await status(TOKEN), await status('another token')]).toEqual([200, 403]);
  });

  it('has every metric of the dashboard, the alert rules and the console', () => {
    const named = [
      ...[...rules, ...panels].flatMap(({ expr }) => metricsIn(expr)),
      ...systemMeasures.map(({ metric }) => metric),
    ];
    expect(named.length).toBeGreaterThan(30);
    const types = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    expect(named.filter((name) => !types.has(name) && !types.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it.each(['visitors', 'days', 'results', 'postback', 'reset_mail', 'delivery'])(
    'tells what waits: %s',
    (what) => {
      expect(metrics).toContain(`inflow_waiting{what="${what}"} 0`);
      expect(metrics).toContain(`inflow_waiting_seconds{what="${what}"} 0`);
    },
  );

  it('counts lost clicks from zero, so that the first one raises the alert', () => {
    expect(metrics).toContain('inflow_clicks_total{outcome="lost"} 0');
  });

  it('has the limits of the console in the alert rules', () => {
    const limits = systemMeasures.flatMap((measure: SystemMeasure) =>
      measure.alarm === undefined ? [] : [[measure.key, measure.metric, measure.alarm] as const],
    );
    const alerted = rules.flatMap(({ expr, labels }) =>
      labels.measure === undefined
        ? []
        : [
            [
              labels.measure,
              metricsIn(expr)[0]?.replace(/_bucket$/, ''),
              Number(/> ([\d.]+)$/.exec(expr)?.[1]),
            ],
          ],
    );
    expect(alerted).toEqual(limits);
  });
});
