import type { DocumentNode } from "graphql"

const maxDocuments = 500
/** A parsed document takes about a hundred times the memory of its text. */
const maxCharacters = 500_000
const longest = 20_000

/** Least-recently-used cache of parsed documents, bounded by number and by total text length. */
export function createDocumentCache() {
  const documents = new Map<string, DocumentNode>()
  let characters = 0

  function drop(text: string): void {
    if (documents.delete(text)) characters -= text.length
  }

  return {
    get(text: string): DocumentNode | undefined {
      const document = documents.get(text)
      if (document !== undefined) {
        documents.delete(text)
        documents.set(text, document)
      }
      return document
    },
    set(text: string, document: DocumentNode): void {
      if (text.length > longest) return
      drop(text)
      documents.set(text, document)
      characters += text.length
      for (const oldest of documents.keys()) {
        if (documents.size <= maxDocuments && characters <= maxCharacters) break
        drop(oldest)
      }
    },
  }
}
