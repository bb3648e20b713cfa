import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema as parseSchema,
  GraphQLInt,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { Logger } from 'pino';
import { buildSchemaSync, type MiddlewareFn } from 'type-graphql';
import { ROOT } from '../platform/root';
import { accountResolvers } from './resolvers/accounts.resolver';
import { adResolver } from './resolvers/ads.resolver';
import { logResolvers } from './resolvers/logs.resolver';
import { passkeyResolver } from './resolvers/passkeys.resolver';
import { privacyResolver } from './resolvers/privacy.resolver';
import { reportResolvers } from './resolvers/reports.resolver';
import { conversionSendResolvers } from './resolvers/conversion-sends.resolver';
import { experimentResolver } from './resolvers/experiments.resolver';
import { resultResolvers } from './resolvers/results.resolver';
import { scimTokensResolver } from './resolvers/scim-tokens.resolver';
import { settingResolvers } from './resolvers/settings.resolver';
import { singleSignOnResolver } from './resolvers/single-sign-on.resolver';
import { viewResolver } from './resolvers/views.resolver';
import { withinArgumentLimits } from './query-limits';
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
  ...accountResolvers,
  scimTokensResolver,
  passkeyResolver,
  singleSignOnResolver,
  ...settingResolvers,
  adResolver,
  viewResolver,
  ...logResolvers,
  ...resultResolvers,
  ...conversionSendResolvers,
  experimentResolver,
  privacyResolver,
  ...reportResolvers,
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

const serializeInt = GraphQLInt.serialize;

/**
 * Ids and counts of logs exceed 32 bits. They are answered as JSON numbers, as over REST, where graphql-js
 * would answer an error. Arguments keep the 32 bits of the specification.
 */
GraphQLInt.serialize = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : serializeInt(value);

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
