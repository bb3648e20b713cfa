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
import { ROOT } from '../platform/root';
import { AlertResolver } from './resolvers/alert.resolver';
import { AdPageResolver } from './resolvers/ad-page.resolver';
import { DashboardAlertsResolver } from './resolvers/dashboard-alerts.resolver';
import { ConversionPathResolver } from './resolvers/conversion-path.resolver';
import { DrillDownResolver } from './resolvers/drill-down.resolver';
import { LoadRejectedResolver } from './resolvers/load-rejected.resolver';
import { ErasureResolver } from './resolvers/erasure.resolver';
import { HorizonResolver } from './resolvers/horizon.resolver';
import { PrivacyNoticeResolver } from './resolvers/privacy-notice.resolver';
import { PostbackResolver } from './resolvers/postback.resolver';
import { LinkTestResolver } from './resolvers/link-test.resolver';
import { logResolvers } from './resolvers/log.resolver';
import { CreditResolver } from './resolvers/credit.resolver';
import { StoryResolver } from './resolvers/story.resolver';
import { AttemptLogResolver, ResultTrailResolver } from './resolvers/result-trail.resolver';
import { AdToolsResolver } from './resolvers/ad-tools.resolver';
import { PageLinkResolver } from './resolvers/page-link.resolver';
import { QueryRunResolver } from './resolvers/query-run.resolver';
import { ReadTokenResolver } from './resolvers/read-token.resolver';
import { ApiKeyResolver } from './resolvers/api-key.resolver';
import { LongSelectionsResolver, MeResolver } from './resolvers/me.resolver';
import { ProductSetupResolver } from './resolvers/product-setup.resolver';
import { AccountResolver } from './resolvers/account.resolver';
import { ReportScheduleResolver } from './resolvers/report-schedule.resolver';
import { SavedViewResolver } from './resolvers/saved-view.resolver';
import { AllocationScenarioResolver } from './resolvers/allocation-scenario.resolver';
import { AnalyzeSettingResolver } from './resolvers/analyze-setting.resolver';
import { AuditResolver } from './resolvers/audit.resolver';
import { MediaCostResolver } from './resolvers/media-cost.resolver';
import { RoleResolver } from './resolvers/role.resolver';
import { settingResolvers } from './resolvers/setting.resolver';
import { ApprovalResolver } from './resolvers/approval.resolver';
import { ApprovalRunResolver } from './resolvers/approval-run.resolver';
import { withinArgumentLimits } from './argument-limits';
import { AdRankingResolver } from './resolvers/ad-ranking.resolver';
import { AuthResolver } from './resolvers/auth.resolver';
import { DailyResolver } from './resolvers/daily.resolver';
import { ComputingResolver } from './resolvers/computing.resolver';
import { DataVersionResolver } from './resolvers/data-version.resolver';
import { DependentsResolver } from './resolvers/dependents.resolver';
import { reportResolvers } from './resolvers/report.resolvers';
import { AdRelations, ProductRelations, RedirectRelations } from './resolvers/relations.resolver';
import type { ApiContext } from '../services/context';
import { asFailure, graphqlError } from './errors';
import { declareContractTypes } from './fields';

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

/** Reads the GraphQL contract. */
export const contractText = (): string => readFileSync(join(ROOT, 'schema.graphql'), 'utf8');

interface Described {
  description?: string | null | undefined;
}

function describe(to: Described | undefined, from: Described): void {
  if (to) to.description = from.description;
}

/** Copies the descriptions from the contract, their only source. */
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

const built = new WeakMap<Logger, GraphQLSchema>();

/**
 * Builds the executable schema: type-graphql's resolvers with the contract's descriptions. Cached per logger,
 * because it takes most of a second.
 */
export function buildApiSchema(log: Logger): GraphQLSchema {
  const known = built.get(log);
  if (known) return known;
  const contract = parseSchema(contractText());
  declareContractTypes(contract);
  const schema = buildSchemaSync({
    resolvers,
    validate: false,
    // The contract test checks the schema; the check would take half of each start's schema building.
    skipCheck: true,
    globalMiddlewares: [failureMiddleware(log), withinArgumentLimits],
  });
  for (const type of Object.values(contract.getTypeMap())) {
    if (!type.name.startsWith('__')) describeType(schema.getType(type.name), type);
  }
  built.set(log, schema);
  return schema;
}
