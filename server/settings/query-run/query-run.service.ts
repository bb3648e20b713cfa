import { createHash } from 'node:crypto';
import { type DocumentNode, Kind, parse, print, type TypeNode } from 'graphql';
import { periodPresets } from '../../../shared/catalog';
import { MOST_QUERY_RUNS, queryRunFields } from '../../../shared/settings';
import { limits } from '../../../shared/query/weight';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
import { QueryRun } from './query-run.entity';

/** Variable types with free text, which may contain personal data. */
const FREE: ReadonlySet<string> = new Set(['String', 'ID']);

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** Returns whether a value contains no objects: numbers, booleans, days, enum values, and lists of them. */
const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : !isRecord(value));

/** Returns whether a value is the name of a relative period, a text without personal data. */
const isPeriod = (value: unknown): boolean => periodPresets.some((preset) => preset === value);

/**
 * Returns the variables to store in the history: declared ones without texts or input objects, which may
 * contain texts.
 * The user enters the rest when the query is run again.
 */
function storedVariables(document: DocumentNode, given: UnknownRecord): UnknownRecord {
  const declared = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const stored = declared.flatMap(({ variable, type }) => {
    const name = variable.name.value;
    const value = given[name];
    const storable = isPeriod(value) || (!FREE.has(nameOf(type)) && isPlain(value));
    return value !== undefined && storable ? [[name, value] as const] : [];
  });
  return Object.fromEntries(stored);
}

const NEWEST = { ranAt: 'DESC', id: 'DESC' } as const;

/** Manages the explorer history; each user sees only their own queries. */
export class QueryRunService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the actor's own queries, latest first. */
  async list(actor: Actor): Promise<QueryRun[]> {
    requireRight(actor, 'explorer', 'view');
    return this.db.reader
      .getRepository(QueryRun)
      .find({ where: { userId: actor.userId }, order: NEWEST, take: MOST_QUERY_RUNS });
  }

  /**
   * Saves a run. An existing query increments its counter, and the oldest beyond MOST_QUERY_RUNS are deleted.
   * @throws BAD_USER_INPUT
   */
  async keep(actor: Actor, input: UnknownRecord): Promise<QueryRun> {
    requireRight(actor, 'explorer', 'view');
    const values = validInput(queryRunFields, input);
    const document = parseQuery(String(values.query));
    const variables = storedVariables(document, parseVariables(values.variables));
    const digest = createHash('sha256').update(print(document)).digest('hex');
    const run = {
      ...values,
      variables: Object.keys(variables).length > 0 ? JSON.stringify(variables) : null,
      ranAt: new Date(this.now()),
    };
    return this.db.write(async (tx) => {
      const key = { userId: actor.userId, digest };
      // The database increments, so concurrent runs in two windows both count.
      const { affected } = await tx.manager.update(QueryRun, key, { ...run, runs: () => 'runs + 1' });
      if (!affected) {
        await tx.manager.insert(QueryRun, { ...run, ...key, runs: 1 });
        await tx.manager.remove(
          await tx.manager.find(QueryRun, {
            where: { userId: actor.userId },
            order: NEWEST,
            skip: MOST_QUERY_RUNS,
            take: MOST_QUERY_RUNS,
          }),
        );
      }
      return tx.manager.findOneByOrFail(QueryRun, key);
    });
  }

  /** Deletes some of the actor's own queries, or all for null. Missing ids are no error. */
  async forget(actor: Actor, ids: readonly number[] | null): Promise<number> {
    requireRight(actor, 'explorer', 'view');
    return this.db.write(async (tx) => {
      const own = await tx.manager.findBy(QueryRun, { userId: actor.userId });
      const gone = ids === null ? own : own.filter(({ id }) => ids.includes(id));
      await tx.manager.remove(gone);
      return gone.length;
    });
  }
}

/**
 * Parses a query without mutations, which may contain passwords and should not be run again. @throws
 * BAD_USER_INPUT
 */
function parseQuery(text: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens });
  } catch {
    throw badInput({ query: { key: 'mustBeQuery' } });
  }
  const operations = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition.operation] : [],
  );
  if (operations.length === 0 || operations.some((operation) => operation !== 'query'))
    throw badInput({ query: { key: 'mustBeQuery' } });
  return document;
}

/** Parses the variables. @throws BAD_USER_INPUT unless they are a JSON object */
function parseVariables(text: unknown): UnknownRecord {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Fall through to the error below.
  }
  throw badInput({ variables: { key: 'invalidInput' } });
}
