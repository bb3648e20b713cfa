import { Failure } from '../auth/failure';
import { reportKeys, reportPath } from '../analysis';
import type { Config } from '../config';
import { signingSecret } from '../config/secret';
import type { Database } from '../db/database';
import type { ApiContext } from '../services/context';
import { buildApiSchema } from '../graphql/schema';
import type { Logger } from '../http/log';
import { mailerOf } from '../mail';
import { reachOf } from '../postbacks';
import { exportTable } from '../rest/export-table';
import type { ExportTable } from '../rest/exported-table';
import { operationOf } from '../rest/operation';
import { routes } from '../rest/routes';
import { createServices, type Services } from '../services/services';

/** Services and file exporter of the API. */
export interface ReportApi {
  readonly services: Services;
  /**
   * Returns the table of a report's file.
   * @param report its path below `/analyses`; parameters as in the REST download
   */
  readonly exporter: (
    report: string,
    parameters: Readonly<Record<string, string>>,
    context: ApiContext,
  ) => Promise<ExportTable>;
}

/**
 * Creates the services once per process and database, at the first report: schema and services take memory
 * that most worker runs don't need.
 */
export function reportApi(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
): (db: Database) => ReportApi {
  let cache: { readonly db: Database; readonly api: ReportApi } | undefined;
  const make = (db: Database): ReportApi => {
    const { trackerUrl, publicUrl, undoSeconds } = config;
    const services = createServices({
      db,
      secret: signingSecret(config),
      trackerUrl,
      publicUrl,
      mailer: mailerOf(config, log),
      reach: reachOf(config.webhookAllow),
      undoSeconds,
      now,
    });
    const schema = buildApiSchema(log);
    return {
      services,
      exporter(report, parameters, context) {
        const key = reportKeys.find((known) => reportPath(known) === report);
        const route = routes.find(({ operation }) => operation === key);
        if (!route) throw new Failure('NOT_FOUND', 'notFound');
        return exportTable(route, operationOf(schema, route), parameters, context, now());
      },
    };
  };
  return (db) => (cache?.db === db ? cache : (cache = { db, api: make(db) })).api;
}
