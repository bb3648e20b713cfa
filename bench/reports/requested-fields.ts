import { concatAST, Kind, parse, type DocumentNode } from 'graphql';
import { requestedPaths } from '../../server/graphql/requested-fields';

/** What a query asks of its report's rows, as the server hands it to the report. @param fragments that it uses and doesn't bring */
export function askedFields(query: string, ...fragments: DocumentNode[]): string[] {
  const { definitions } = concatAST([parse(query), ...fragments]);
  const known = Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fieldNodes = (operation?.selectionSet.selections ?? []).filter((node) => node.kind === Kind.FIELD);
  return requestedPaths({ fieldNodes, fragments: known }, 'results', 'total') ?? [];
}
