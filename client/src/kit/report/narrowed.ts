import type { DocumentNode } from '@apollo/client';
import type { MeasureKey } from '../../../../shared/catalog';

const made = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/** A report's document with some of the measures alone: many rows of all of them have no use for the others. The same for the same measures. */
export function narrowed<Document extends DocumentNode>(
  whole: Document,
  keys: readonly MeasureKey[],
): Document {
  const documents = made.get(whole) ?? new Map<string, DocumentNode>();
  made.set(whole, documents);
  const name = keys.join();
  const known = documents.get(name);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made of this document alone
  if (known) return known as Document;
  const wanted = new Set<string>(keys);
  const definitions = whole.definitions.map((definition) =>
    definition.kind === 'FragmentDefinition' && definition.name.value === 'AllFigures'
      ? {
          ...definition,
          selectionSet: {
            ...definition.selectionSet,
            selections: definition.selectionSet.selections.filter(
              (field) => 'name' in field && wanted.has(field.name.value),
            ),
          },
        }
      : definition,
  );
  const document = { ...whole, definitions };
  documents.set(name, document);
  return document;
}
