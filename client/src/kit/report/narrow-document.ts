import type { DocumentNode } from '@apollo/client';
import type { MeasureKey } from '../../../../shared/catalog';

const cache = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/**
 * Returns a report document reduced to some measures, because fetching all measures for many rows is
 * wasteful. Cached per set of measures.
 */
export function narrowDocument<Document extends DocumentNode>(
  whole: Document,
  keys: readonly MeasureKey[],
): Document {
  const documents = cache.get(whole) ?? new Map<string, DocumentNode>();
  cache.set(whole, documents);
  const name = keys.join();
  const known = documents.get(name);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- derived from this document
  if (known) return known as Document;
  const selected = new Set<string>(keys);
  const definitions = whole.definitions.map((definition) =>
    definition.kind === 'FragmentDefinition' && definition.name.value === 'AllFigures'
      ? {
          ...definition,
          selectionSet: {
            ...definition.selectionSet,
            selections: definition.selectionSet.selections.filter(
              (field) => 'name' in field && selected.has(field.name.value),
            ),
          },
        }
      : definition,
  );
  const document = { ...whole, definitions };
  documents.set(name, document);
  return document;
}
