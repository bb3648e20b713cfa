import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema as parseSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { Logger } from 'pino';
import { buildSchemaSync, type MiddlewareFn } from 'type-graphql';
import { ROOT } from '../config/root';
import { AlertResolver } from '../alerts/alert.resolver';
import { AdPageResolver } from '../ad-page/ad-page.resolver';
import { DashboardAlertsResolver } from '../dashboard-alerts/dashboard-alerts.resolver';
import { ConversionPathResolver } from '../logs/conversion-path.resolver';
import { DrillDownResolver } from '../logs/drill-down/drill-down.resolver';
import { LoadRejectedResolver } from '../logs/load-rejected.resolver';
import { ErasureResolver } from '../erasure/erasure.resolver';
import { HorizonResolver } from '../retention/horizon.resolver';
import { PrivacyNoticeResolver } from '../privacy-notice/privacy-notice.resolver';
import { PostbackResolver } from '../postbacks/postback.resolver';
import { LinkTestResolver } from '../link-test/link-test.resolver';
import { logResolvers } from '../logs/log.resolver';
import { CreditResolver } from '../logs/credit/credit.resolver';
import { StoryResolver } from '../logs/story/story.resolver';
import { AttemptLogResolver, ResultTrailResolver } from '../logs/result-trail.resolver';
import { AdToolsResolver } from '../settings/ad/ad-tools.resolver';
import { PageLinkResolver } from '../settings/page-link/page-link.resolver';
import { QueryRunResolver } from '../settings/query-run/query-run.resolver';
import { ReadTokenResolver } from '../settings/read-token/read-token.resolver';
import { ApiKeyResolver } from '../settings/api-key/api-key.resolver';
import { LongSelectionsResolver, MeResolver } from '../settings/me/me.resolver';
import { ProductSetupResolver } from '../settings/product/setup.resolver';
import { AccountResolver } from '../settings/user/account.resolver';
import { ReportScheduleResolver } from '../settings/report-schedule/report-schedule.resolver';
import { SavedViewResolver } from '../settings/saved-view/saved-view.resolver';
import { AllocationScenarioResolver } from '../settings/allocation-scenario/allocation-scenario.resolver';
import { AnalyzeSettingResolver } from '../settings/analyze-setting/analyze-setting.resolver';
import { AuditResolver } from '../settings/audit/audit.resolver';
import { MediaCostResolver } from '../settings/media-cost/media-cost.resolver';
import { RoleResolver } from '../settings/role/role.resolver';
import { settingResolvers } from '../settings/setting.resolver';
import { ApprovalResolver } from '../results/approval/approval.resolver';
import { ApprovalRunResolver } from '../results/approval/run.resolver';
import { withinArgumentLimits } from './argument-limits';
import { AdRankingResolver } from './ad-ranking.resolver';
import { AuthResolver } from './auth.resolver';
import { DailyResolver } from './daily.resolver';
import { ComputingResolver } from './computing.resolver';
import { DataVersionResolver } from './data-version.resolver';
import { DependentsResolver } from './dependents.resolver';
import { reportResolvers } from './report.resolvers';
import { AdRelations, ProductRelations, RedirectRelations } from './relations.resolver';
import type { ApiContext } from './context';
import { asFailure, graphqlError } from './errors';

/** Converts an error of an operation into a response in the client's language. */
const failureMiddleware =
  (log: Logger): MiddlewareFn<ApiContext> =>
  async ({ context }, next) => {
    try {
      return await next();
    } catch (error) {
      throw graphqlError(asFailure(error, context.requestId, log), context);
    }
  };

const resolvers = [
  AuthResolver,
  LongSelectionsResolver,
  MeResolver,
  ...settingResolvers,
  ApiKeyResolver,
  ReadTokenResolver,
  PageLinkResolver,
  QueryRunResolver,
  AdToolsResolver,
  ProductSetupResolver,
  ComputingResolver,
  DataVersionResolver,
  DependentsResolver,
  AccountResolver,
  RoleResolver,
  AuditResolver,
  AnalyzeSettingResolver,
  AllocationScenarioResolver,
  MediaCostResolver,
  SavedViewResolver,
  ReportScheduleResolver,
  ...logResolvers,
  DrillDownResolver,
  LoadRejectedResolver,
  PostbackResolver,
  LinkTestResolver,
  ConversionPathResolver,
  StoryResolver,
  CreditResolver,
  ResultTrailResolver,
  AttemptLogResolver,
  ApprovalResolver,
  ApprovalRunResolver,
  ErasureResolver,
  HorizonResolver,
  PrivacyNoticeResolver,
  AdRelations,
  ProductRelations,
  RedirectRelations,
  ...reportResolvers,
  AdRankingResolver,
  AlertResolver,
  DailyResolver,
  DashboardAlertsResolver,
  AdPageResolver,
] as const;

/** Reads the handwritten GraphQL contract. */
export const contractText = (): string => readFileSync(join(ROOT, 'schema.graphql'), 'utf8');

interface Described {
  description?: string | null | undefined;
}

function describe(to: Described | undefined, from: Described): void {
  if (to) to.description = from.description;
}

/** Copies the descriptions from schema.graphql, their only source. */
function describeType(type: GraphQLNamedType | undefined, from: GraphQLNamedType): void {
  describe(type, from);
  if (isObjectType(from) && isObjectType(type)) {
    const fields = type.getFields();
    for (const field of Object.values(from.getFields())) {
      const ours = fields[field.name];
      describe(ours, field);
      for (const arg of field.args)
        describe(
          ours?.args.find(({ name }) => name === arg.name),
          arg,
        );
    }
  } else if (isInputObjectType(from) && isInputObjectType(type)) {
    for (const field of Object.values(from.getFields())) describe(type.getFields()[field.name], field);
  } else if (isEnumType(from) && isEnumType(type)) {
    for (const value of from.getValues()) describe(type.getValue(value.name) ?? undefined, value);
  }
}

/** Sets resolvers for fields that read a property with another name. */
function readProperties(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { property } = field.extensions;
      if (typeof property === 'string') field.resolve = (source) => source[property];
    }
  }
}

const built = new WeakMap<Logger, GraphQLSchema>();

/**
 * Builds the executable schema: type-graphql's resolvers with the contract's descriptions. Cached per logger,
 * because it takes most of a second.
 */
export function buildApiSchema(log: Logger): GraphQLSchema {
  const known = built.get(log);
  if (known) return known;
  const schema = buildSchemaSync({
    resolvers,
    validate: false,
    // The contract test checks the schema; the check would take half of each start's schema building.
    skipCheck: true,
    globalMiddlewares: [failureMiddleware(log), withinArgumentLimits],
  });
  const contract = parseSchema(contractText());
  for (const type of Object.values(contract.getTypeMap())) {
    if (!type.name.startsWith('__')) describeType(schema.getType(type.name), type);
  }
  readProperties(schema);
  built.set(log, schema);
  return schema;
}
