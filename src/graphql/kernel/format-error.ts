import { GraphQLError, type GraphQLFormattedError } from "graphql"
import type { Log } from "../../platform/log.ts"
import { SealError } from "../../platform/secret.ts"
import { DomainError } from "./errors.ts"

export type ErrorContext = { log: Log; requestId: string }

const alreadyLogged = new WeakSet<object>()

/**
 * Maps an error to what a client may see. A refusal is shown as it is; an internal error is logged once, with its
 * stack, and the client gets only the request id.
 */
export function formatError(error: unknown, errorContext: ErrorContext): GraphQLFormattedError {
  const cause = rootOf(error)
  const place = error instanceof GraphQLError ? placeOf(error) : {}
  if (cause instanceof GraphQLError) {
    const { code = "validation_failed", errors } = cause.extensions
    return {
      // The wrapping error may name the variable at fault.
      message: error instanceof Error ? error.message : cause.message,
      ...place,
      extensions: { code, ...(errors === undefined ? {} : { errors }) },
    }
  }
  const refusal = translate(cause)
  if (refusal !== null) {
    if (refusal.code === "unavailable") {
      errorContext.log.warn(
        { err: cause, requestId: errorContext.requestId },
        "the database was unavailable for a request",
      )
    }
    return { message: refusal.message, ...place, extensions: refusal.extensions }
  }
  logOnce(cause, errorContext)
  return {
    message: `Something went wrong on our side. Report the request id ${errorContext.requestId} to the operator of this installation.`,
    ...place,
    extensions: { code: "internal_error", requestId: errorContext.requestId },
  }
}

function placeOf({ locations, path }: GraphQLError) {
  return {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  }
}

/** The executor wraps what a resolver throws; the innermost error counts. */
function rootOf(error: unknown): unknown {
  let inner = error
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError
  return inner
}

const malformedValue = new Set(["P2023", "P2007", "22P02"])
const databaseUnavailable = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  // No connection was free in time, or the transaction timed out: nothing was changed.
  "P2028",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
])

/** Translates database errors that the request caused or that are temporary. */
function translate(cause: unknown): DomainError | null {
  if (cause instanceof SealError) {
    return new DomainError(
      "conflict",
      "A stored secret cannot be decrypted, because this installation's secret key has changed. Enter it again.",
    )
  }
  const code = codeOf(cause)
  if (code === null) return null
  if (malformedValue.has(code)) {
    return new DomainError(
      "validation_failed",
      "An id or cursor is malformed; send it exactly as it was received.",
    )
  }
  if (databaseUnavailable.has(code)) {
    return new DomainError(
      "unavailable",
      "The database is unreachable or overloaded. Try again shortly.",
    )
  }
  return null
}

/** Whether the database was unavailable, so that a retry may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  translate(rootOf(error))?.code === "unavailable"

/** Messages of pg about a connection that it did not get, or that ended; they have no error code. */
const lostConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  if (lostConnection.test(cause.message)) return "P2024"
  return "code" in cause && typeof cause.code === "string" ? cause.code : null
}

function logOnce(cause: unknown, { log, requestId }: ErrorContext): void {
  if (typeof cause === "object" && cause !== null) {
    if (alreadyLogged.has(cause)) return
    alreadyLogged.add(cause)
  }
  log.error({ err: cause, requestId }, "a request failed")
}
