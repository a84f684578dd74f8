import type { TadaDocumentNode } from "gql.tada"
import { print, type DocumentNode } from "graphql"
import type { Executor, KnownDocument } from "../graphql/execution/execute.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { errorOf } from "./tool-error.ts"

export type Run = <R, V extends object>(
  document: TadaDocumentNode<R, V>,
  variables: V,
) => Promise<R>

/** Executes documents as one caller. */
export type Runner = (ctx: Context, requestId: string) => Run

/** Compiles each document at its first use. */
export function createRunner(executor: Executor): Runner {
  const known = new Map<DocumentNode, KnownDocument>()

  function compiled(document: DocumentNode): KnownDocument {
    const before = known.get(document)
    if (before !== undefined) return before
    const made = executor.compileKnown(print(document), "serialized")
    known.set(document, made)
    return made
  }

  return (ctx, requestId) =>
    async <R, V extends object>(document: TadaDocumentNode<R, V>, variables: V) => {
      const { errors, data } = await compiled(document)({
        ctx,
        variables: variables as Record<string, unknown>,
        requestId,
      })
      const [error] = errors ?? []
      if (error !== undefined) throw errorOf(error)
      // The executor returns the shape of the document's type.
      return data as R
    }
}
