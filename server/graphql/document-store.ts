import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';

/** Bytes of memory that parsed documents may take together, and one of them. The console's own take about 3 MB. */
const MAX_BYTES = 12 * 2 ** 20;
const MAX_DOCUMENT_BYTES = 2 ** 20;

/** What the functions that are written for an operation take beside its document. */
const COMPILED_BYTES = 8192;
/** A parsed node takes up to so many times its JSON (measured: 2.3 to 5.5). */
const HEAP_PER_JSON = 5;

/** What a document keeps in memory: its nodes and tokens, and the text that they are cut from. */
const bytesOf = (document: DocumentNode): number =>
  COMPILED_BYTES +
  HEAP_PER_JSON * JSON.stringify(document).length +
  2 * (document.loc?.source.body.length ?? 0);

/** Documents that were found valid, by the hash of their text: the console's own come again and again. */
export const documentStore = (): InMemoryLRUCache<DocumentNode> =>
  new InMemoryLRUCache<DocumentNode>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_DOCUMENT_BYTES,
    sizeCalculation: bytesOf,
  });
