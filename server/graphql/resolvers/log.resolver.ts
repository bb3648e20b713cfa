import { entriesOf } from '../../../shared/records';
import {
  bool,
  float,
  instant,
  int,
  objectType,
  opt,
  pick,
  text,
  type FieldDef,
  type Fields,
} from '../fields';
import { readResolver } from './read-resolver';
import { label } from '../selection-type';
import type { LogDefinition, LogType } from '../../logs/log-definition';
import { logs, type LogName } from '../../logs/logs';

const types: Readonly<Record<LogType, FieldDef>> = { text, int, float, bool, instant, label };

const fieldsOf = ({ fields }: LogDefinition): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, nullable }]) =>
      type ? [[name, nullable ? opt(types[type]) : types[type]] as const] : [],
    ),
  );

/** Resolvers of all logs, generated from their definitions. */
export const logResolvers = entriesOf(logs).map(([name, log]: readonly [LogName, LogDefinition]) => {
  const { type, one, many, within = [] } = log;
  const fields = fieldsOf(log);
  objectType(type, fields);
  return readResolver({
    type,
    one,
    many,
    ofProduct: true,
    log: 'textId',
    within: pick(fields, within),
    service: (services) => services[name],
  });
});
