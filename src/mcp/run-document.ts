import type { TadaDocumentNode } from "gql.tada"
import type { DocumentNode } from "graphql"
import { print } from "graphql"
import type { Executor } from "../graphql/execution/execute.ts"
import { isStream, run } from "../graphql/execution/execute.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { formatError } from "../graphql/kernel/format-error.ts"
import { errorOf } from "./tool-error.ts"

export type Run = <R, V extends object>(
  document: TadaDocumentNode<R, V>,
  variables: V,
) => Promise<R>

/** Executes documents as one caller. */
export type Runner = (ctx: Context, requestId: string) => Run

/** Runs documents as /graphql does, which parses and validates each of them once. */
export function createRunner(executor: Executor): Runner {
  const texts = new Map<DocumentNode, string>()

  function textOf(document: DocumentNode): string {
    const before = texts.get(document)
    if (before !== undefined) return before
    const text = print(document)
    texts.set(document, text)
    return text
  }

  return (ctx, requestId) =>
    async <R, V extends object>(document: TadaDocumentNode<R, V>, variables: V) => {
      const admitted = executor.authorize({
        document: textOf(document),
        variables: variables as Record<string, unknown>,
        ctx,
        requestId,
      })
      if (!("schema" in admitted)) {
        throw errorOf(formatError(admitted[0], { log: ctx.log, requestId }))
      }
      const result = await run(admitted)
      if (isStream(result)) throw new Error("a tool's document is no subscription")
      const [error] = result.errors ?? []
      if (error !== undefined) throw errorOf(error)
      // The executor returns the shape of the document's type.
      return result.data as R
    }
}
