import { mergeAst } from '@graphiql/toolkit';
import {
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';

/** Schema field at a path of a response. */
export interface Place {
  readonly type: string;
  readonly field: string;
  /** Name of its value type. */
  readonly value: string;
}

/** Maps each dotted path of a response to its schema field, regardless of aliases and fragments. */
export function shapeOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const path: string[] = [];
  const types = new TypeInfo(schema);
  const enter = (name: string): void => {
    path.push(name);
    const [parent, field] = [types.getParentType(), types.getFieldDef()];
    if (parent && field)
      places.set(path.join('.'), {
        type: parent.name,
        field: field.name,
        value: getNamedType(field.type).name,
      });
  };
  visit(
    mergeAst(document),
    visitWithTypeInfo(types, {
      Field: {
        enter: ({ alias, name }) => enter((alias ?? name).value),
        leave: () => void path.pop(),
      },
    }),
  );
  return places;
}
