import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  FormattedExecutionResult,
  GraphQLError,
  GraphQLSchema,
  OperationDefinitionNode,
  ValidatedExecutionArgs,
  ValidatedSubscriptionArgs,
} from "graphql"
import {
  assertValidSchema,
  createSourceEventStream,
  executeRootSelectionSet,
  getOperationAST,
  mapSourceToResponseEvent,
  OperationTypeNode,
  validateExecutionArgs,
} from "graphql"
import { newId } from "../id.ts"
import { compile } from "./compile.ts"
import type { Context } from "./context.ts"
import { createDocumentCache } from "./document-cache.ts"
import { DomainError } from "./errors.ts"
import { executeEvent } from "./execute-event.ts"
import { forget } from "./forget.ts"
import { refuseSize } from "./limits/limits.ts"
import { measure } from "./limits/measure.ts"
import type { Variables } from "./limits/page-size.ts"
import { refuseVariables } from "./limits/text.ts"
import { prepare } from "./prepare.ts"
import type { Teller } from "./present.ts"
import { present } from "./present.ts"
import type { ResultStream } from "./stream.ts"
import { createStream, springOf } from "./stream.ts"
import { isWatch } from "./watch.ts"

export type Order = {
  document: string
  variables?: Variables | null | undefined
  operationName?: string | null | undefined
  ctx: Context
  requestId: string
}

/** An operation that may run: parsed, valid, within the limits, its variables coerced. */
export type Admitted = ExecutionArgs & {
  operation: OperationDefinitionNode
  validated: ValidatedExecutionArgs
  contextValue: Context
  requestId: string
}

export type Executor = ReturnType<typeof createExecutor>

const deadlineMs = 30_000

/** The one way into the domain for documents, whichever transport brings them. */
export function createExecutor(schema: GraphQLSchema) {
  assertValidSchema(schema)
  const cache = createDocumentCache()

  function load(text: string, ctx: Context): DocumentNode | readonly GraphQLError[] {
    const isKnown = ctx.actor.kind !== "anonymous"
    const before = isKnown ? cache.get(text) : undefined
    if (before !== undefined) return before
    const document = prepare(schema, text, isKnown)
    // Strangers' documents are not kept, so they cannot push out those of users.
    if (isKnown && "kind" in document) cache.set(text, document)
    return document
  }

  /** Everything that can be refused before a resolver runs. */
  function admit(order: Order): Admitted | readonly GraphQLError[] {
    const { ctx, requestId, operationName } = order
    const document = load(order.document, ctx)
    if (!("kind" in document)) return document
    const operation = getOperationAST(document, operationName)
    if (!operation) {
      return [
        new DomainError(
          "validation_failed",
          "Name in operationName one of the operations of the document.",
        ),
      ]
    }
    const variables = order.variables ?? {}
    const refused =
      refuseVariables(variables) ?? refuseSize(measure(schema, document, operation, variables))
    if (refused !== null) return [refused]
    const isLive = operation.operation === OperationTypeNode.SUBSCRIPTION
    const contextValue = isLive ? { ...ctx, shareKey: shareKeyOf(document, order) } : ctx
    const args = {
      schema,
      document,
      operationName: operationName ?? null,
      variableValues: variables,
      contextValue,
      hideSuggestions: ctx.actor.kind === "anonymous",
    }
    const validated = validateExecutionArgs(args)
    return "schema" in validated ? { ...args, operation, validated, requestId } : validated
  }

  /**
   * A document of our own: judged once, and compiled, which spares each execution most of what it costs to walk it.
   *
   * @throws {Error} where it does not fit the schema: a fault of ours, found when the server starts.
   */
  function know(text: string): Known {
    const document = prepare(schema, text, true)
    if (!("kind" in document)) {
      throw new Error(`a document of ours is not valid: ${document.map(String).join("; ")}`)
    }
    const compiled = compile(schema, document)
    return async ({ ctx, variables, requestId }) => {
      const teller = { log: ctx.log, requestId }
      const refused = refuseVariables(variables)
      if (refused !== null) return { errors: [present(refused, teller)] }
      try {
        return tell(await inTime(compiled(ctx, variables)), teller)
      } catch (error) {
        return { data: null, errors: [present(error, teller)] }
      } finally {
        forget(ctx)
      }
    }
  }

  return { admit, know }
}

/** Executes a document that was known when the server started. Never throws: what goes wrong is in the result. */
export type Known = (order: {
  ctx: Context
  variables: Variables
  requestId: string
}) => Promise<FormattedExecutionResult>

const tell = ({ errors, ...rest }: ExecutionResult, teller: Teller): FormattedExecutionResult => ({
  ...(errors === undefined ? {} : { errors: errors.map((error) => present(error, teller)) }),
  ...rest,
})

const documentIds = new WeakMap<DocumentNode, string>()

function shareKeyOf(document: DocumentNode, { operationName, variables }: Order): string {
  const id = documentIds.get(document) ?? newId()
  documentIds.set(document, id)
  return JSON.stringify([id, operationName ?? null, variables ?? null])
}

/** Never throws: what goes wrong is in the result. */
export async function run(admitted: Admitted): Promise<FormattedExecutionResult | ResultStream> {
  const { validated, operation, contextValue, requestId } = admitted
  const teller = { log: contextValue.log, requestId }
  const format = (result: ExecutionResult) => tell(result, teller)
  const formatError = (error: unknown) => ({ errors: [present(error, teller)] })
  try {
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      return format(await inTime(executeRootSelectionSet(validated)))
    }
    const subscription = validated as ValidatedSubscriptionArgs
    const source = await inTime(createSourceEventStream(subscription))
    if (!(Symbol.asyncIterator in source)) return format(source)
    if (!isWatch(source)) {
      return createStream(
        springOf(mapSourceToResponseEvent(subscription, source), format),
        formatError,
      )
    }
    return createStream(
      ({ take, fail }) =>
        source.join({
          async make(event, access) {
            const { told, isPersonal } = await executeEvent(subscription, event, access)
            return { told: format(told), isPersonal }
          },
          take,
          fail,
        }),
      formatError,
    )
  } catch (error) {
    return { data: null, ...formatError(error) }
  } finally {
    forget(contextValue)
  }
}

export const isStream = (result: FormattedExecutionResult | ResultStream): result is ResultStream =>
  "flow" in result

/** A database that hangs must not gather requests without end. */
async function inTime<T>(work: T | PromiseLike<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new DomainError(
          "unavailable",
          "There was no answer within 30 seconds. A change may still have been made; read before you try again.",
        ),
      ),
    deadlineMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
