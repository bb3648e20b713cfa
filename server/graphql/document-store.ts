import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';

/**
 * Memory limits in bytes for all parsed documents and for one. The console's own documents take about 3 MB.
 */
const MAX_BYTES = 12 * 2 ** 20;
const MAX_DOCUMENT_BYTES = 2 ** 20;

/** Memory of an operation's compiled functions. */
const COMPILED_BYTES = 8192;
/** Upper bound for the memory of a parsed node relative to its JSON (measured: 2.3 to 5.5). */
const HEAP_PER_JSON = 5;

/** Estimates a document's memory: nodes and tokens, and the text they refer to. */
const bytesOf = (document: DocumentNode): number =>
  COMPILED_BYTES +
  HEAP_PER_JSON * JSON.stringify(document).length +
  2 * (document.loc?.source.body.length ?? 0);

/** Cache of validated documents by the hash of their text; the console sends the same ones repeatedly. */
export const documentStore = (): InMemoryLRUCache<DocumentNode> =>
  new InMemoryLRUCache<DocumentNode>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_DOCUMENT_BYTES,
    sizeCalculation: bytesOf,
  });
