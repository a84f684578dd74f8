import type { DocumentNode } from "graphql"
import { LRUCache } from "lru-cache"

/** Least-recently-used cache of parsed documents, bounded by number and by total text length. */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    max: 500,
    // A parsed document takes about a hundred times the memory of its text.
    maxSize: 500_000,
    maxEntrySize: 20_000,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  })
