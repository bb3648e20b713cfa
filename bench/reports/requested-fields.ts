import { concatAST, Kind, parse, type DocumentNode } from 'graphql';
import { requestedPaths } from '../../server/graphql/requested-fields';

/**
 * Returns the fields that a query requests of its report's rows, as the server passes them to the report.
 * @param fragments that the query uses and doesn't contain
 */
export function requestedFields(query: string, ...fragments: DocumentNode[]): string[] {
  const { definitions } = concatAST([parse(query), ...fragments]);
  const known = Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fieldNodes = (operation?.selectionSet.selections ?? []).filter((node) => node.kind === Kind.FIELD);
  return requestedPaths({ fieldNodes, fragments: known }, 'results', 'total') ?? [];
}
