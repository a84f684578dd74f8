import {
  assertValidSchema,
  createSourceEventStream,
  executeRootSelectionSet,
  getOperationAST,
  mapSourceToResponseEvent,
  OperationTypeNode,
  validateExecutionArgs,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
} from "graphql"
import { newId } from "../../platform/id.ts"
import { compile, type Leaves } from "./compile.ts"
import type { Context } from "../kernel/context.ts"
import { createDocumentCache } from "./document-cache.ts"
import { DomainError } from "../kernel/errors.ts"
import { executeEvent } from "../live/execute-event.ts"
import { clearRequestCache } from "../kernel/clear-request-cache.ts"
import { refuseSize } from "./limits/limits.ts"
import { measure } from "./limits/measure.ts"
import type { Variables } from "./limits/page-size.ts"
import { refuseVariables } from "./limits/text.ts"
import { prepare } from "./prepare.ts"
import { takeResult } from "../kernel/take-result.ts"
import { formatError, type ErrorContext } from "../kernel/format-error.ts"
import { createStream, fromIterator, type ResultStream } from "../live/stream.ts"
import { isWatch } from "../live/watch.ts"

export type OperationRequest = {
  document: string
  variables?: Variables | null | undefined
  operationName?: string | null | undefined
  ctx: Context
  requestId: string
}

/** An operation that is ready to run: parsed, valid, within the limits, with coerced variables. */
export type Admitted = ExecutionArgs & {
  operation: OperationDefinitionNode
  validated: ValidatedExecutionArgs
  contextValue: Context
  requestId: string
  /** Fields it may select, multiplied by the sizes of their lists. */
  cost: number
}

export type Executor = ReturnType<typeof createExecutor>

const deadlineMs = 30_000

/** Executes GraphQL documents for every transport. */
export function createExecutor(schema: GraphQLSchema) {
  assertValidSchema(schema)
  const cache = createDocumentCache()

  function load(text: string, ctx: Context): DocumentNode | readonly GraphQLError[] {
    const isKnown = ctx.actor.kind !== "anonymous"
    const before = isKnown ? cache.get(text) : undefined
    if (before !== undefined) return before
    const document = prepare(schema, text, isKnown)
    // Documents of anonymous callers are not cached, so they cannot evict those of users.
    if (isKnown && "kind" in document) cache.set(text, document)
    return document
  }

  /** Runs every check that can refuse an operation before a resolver runs. */
  function authorize(request: OperationRequest): Admitted | readonly GraphQLError[] {
    const { ctx, requestId, operationName } = request
    const document = load(request.document, ctx)
    if (!("kind" in document)) return document
    const operation = getOperationAST(document, operationName)
    if (!operation) {
      return [
        new DomainError(
          "validation_failed",
          "Set operationName to the name of an operation in the document.",
        ),
      ]
    }
    const variables = request.variables ?? {}
    const size = measure(schema, document, operation, variables)
    const refused = refuseVariables(variables) ?? refuseSize(size)
    if (refused !== null) return [refused]
    const isLive = operation.operation === OperationTypeNode.SUBSCRIPTION
    const contextValue = isLive ? { ...ctx, shareKey: shareKeyOf(document, request) } : ctx
    const args = {
      schema,
      document,
      operationName: operationName ?? null,
      variableValues: variables,
      contextValue,
      hideSuggestions: ctx.actor.kind === "anonymous",
    }
    const validated = validateExecutionArgs(args)
    return "schema" in validated
      ? { ...args, operation, validated, requestId, cost: size.cost }
      : validated
  }

  /**
   * Validates and compiles one of our own documents once, so that each execution is fast.
   *
   * @throws {Error} if it does not fit the schema.
   */
  function compileKnown(text: string, leaves?: Leaves): KnownDocument {
    const document = prepare(schema, text, true)
    if (!("kind" in document)) {
      throw new Error(`a built-in document is not valid: ${document.map(String).join("; ")}`)
    }
    const compiled = compile(schema, document, leaves)
    return async ({ ctx, variables, requestId }) => {
      const errorContext = { log: ctx.log, requestId }
      const refused = refuseVariables(variables)
      if (refused !== null) return { errors: [formatError(refused, errorContext)] }
      try {
        return formatResult(await withDeadline(compiled(ctx, variables)), errorContext)
      } catch (error) {
        return { data: null, errors: [formatError(error, errorContext)] }
      } finally {
        clearRequestCache(ctx)
      }
    }
  }

  return { authorize, compileKnown }
}

/** Executes a compiled document. Never throws: errors are in the result. */
export type KnownDocument = (request: {
  ctx: Context
  variables: Variables
  requestId: string
}) => Promise<FormattedExecutionResult>

const formatResult = (
  { errors, ...rest }: ExecutionResult,
  errorContext: ErrorContext,
): FormattedExecutionResult => ({
  ...(errors === undefined
    ? {}
    : { errors: errors.map((error) => formatError(error, errorContext)) }),
  ...rest,
})

const documentIds = new WeakMap<DocumentNode, string>()

function shareKeyOf(
  document: DocumentNode,
  { operationName, variables, ctx: { language } }: OperationRequest,
): string {
  const id = documentIds.get(document) ?? newId()
  documentIds.set(document, id)
  return JSON.stringify([id, operationName ?? null, variables ?? null, language])
}

/** Never throws: errors are in the result. */
export async function run(admitted: Admitted): Promise<FormattedExecutionResult | ResultStream> {
  const { validated, operation, contextValue, requestId } = admitted
  const errorContext = { log: contextValue.log, requestId }
  const format = (result: ExecutionResult) => formatResult(result, errorContext)
  const toErrorResult = (error: unknown) => ({ errors: [formatError(error, errorContext)] })
  try {
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      return format(takeResult(await withDeadline(executeRootSelectionSet(validated))))
    }
    const subscription = validated as ValidatedSubscriptionArgs
    const source = await withDeadline(createSourceEventStream(subscription))
    if (!(Symbol.asyncIterator in source)) return format(source)
    if (!isWatch(source)) {
      return createStream(
        fromIterator(mapSourceToResponseEvent(subscription, source), format),
        toErrorResult,
      )
    }
    return createStream(
      ({ take, fail }) =>
        source.join({
          async execute(event, access) {
            const { result, isPersonal } = await executeEvent(subscription, event, access)
            return { result: format(result), isPersonal }
          },
          take,
          fail,
        }),
      toErrorResult,
    )
  } catch (error) {
    return { data: null, ...toErrorResult(error) }
  } finally {
    clearRequestCache(contextValue)
  }
}

export const isStream = (result: FormattedExecutionResult | ResultStream): result is ResultStream =>
  "start" in result

/** Gives up after the deadline, so that requests do not pile up behind a database that hangs. */
async function withDeadline<T>(work: T | PromiseLike<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new DomainError(
          "unavailable",
          "The request timed out after 30 seconds. A change may still have been made; check before you try again.",
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
