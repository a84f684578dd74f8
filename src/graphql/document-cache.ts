import type { DocumentNode } from "graphql"

const maxDocuments = 500
/** A parsed document takes some hundred times the space of its text. */
const maxCharacters = 500_000
const longest = 20_000

/** The documents used last, bounded by number and by the length of their texts. */
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
