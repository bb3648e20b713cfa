import { entriesOf } from '../../../shared/records';
import { bool, float, instant, int, listOf, opt, text, type FieldDef, type Fields } from '../fields';
import { readResolver } from './read-resolver';
import { label } from '../selection-type';
import { filtersOf, type LogDefinition, type LogType } from '../../logs/log-definition';
import { logs, type LogName } from '../../logs/logs';

const types: Readonly<Record<LogType, FieldDef>> = { text, int, float, bool, instant, label };

const fieldsOf = ({ fields }: LogDefinition): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, nullable }]) =>
      type ? [[name, nullable ? opt(types[type]) : types[type]] as const] : [],
    ),
  );

/** Returns the filters of a log as input fields that each take several alternative values. */
export const filterFieldsOf = (record: LogDefinition): Fields =>
  Object.fromEntries(
    Object.entries(filtersOf(record)).map(([name, { type }]) => [name, opt(listOf(types[type]))]),
  );

/** Resolvers of all logs, generated from their records. */
export const logResolvers = entriesOf(logs).map(([name, record]: readonly [LogName, LogDefinition]) =>
  readResolver({
    type: record.type,
    one: record.one,
    many: record.many,
    fields: fieldsOf(record),
    filters: Object.fromEntries(
      Object.entries(filtersOf(record)).map(([filter, { type }]) => [filter, types[type]]),
    ),
    ofProduct: true,
    log: 'textId',
    within: record.within,
    service: (services) => services[name],
  }),
);
