import type { GraphQLFormattedError } from "graphql"
import { GraphQLError } from "graphql"
import type { Log } from "../log.ts"
import { DomainError } from "./errors.ts"

export type Teller = { log: Log; requestId: string }

const alreadyLogged = new WeakSet<object>()

/**
 * What a client may see of an error. A refusal goes out as it is; a fault of ours is logged once, with its
 * stack, and shown as nothing but the id of the request.
 */
export function present(error: unknown, teller: Teller): GraphQLFormattedError {
  const cause = rootOf(error)
  const place = error instanceof GraphQLError ? placeOf(error) : {}
  if (cause instanceof GraphQLError) {
    const { code = "validation_failed", errors } = cause.extensions
    return {
      // What wraps a cause may add the variable that it is about.
      message: error instanceof Error ? error.message : cause.message,
      ...place,
      extensions: { code, ...(errors === undefined ? {} : { errors }) },
    }
  }
  const refusal = translate(cause)
  if (refusal !== null) {
    if (refusal.code === "unavailable") {
      teller.log.warn(
        { err: cause, requestId: teller.requestId },
        "the database did not serve a request",
      )
    }
    return { message: refusal.message, ...place, extensions: refusal.extensions }
  }
  logOnce(cause, teller)
  return {
    message: `Something went wrong on our side. Tell whoever runs this installation the request id ${teller.requestId}.`,
    ...place,
    extensions: { code: "internal_error", requestId: teller.requestId },
  }
}

function placeOf({ locations, path }: GraphQLError) {
  return {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  }
}

/** The executor wraps what a resolver throws; what counts is the innermost. */
function rootOf(error: unknown): unknown {
  let inner = error
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError
  return inner
}

const malformedValue = new Set(["P2023", "P2007", "22P02"])
const databaseAway = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  // No connection came free in time, or the work outlived its transaction: nothing was changed.
  "P2028",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "57P01",
  "57P03",
])

/** Some faults of the database are the request's doing, or pass by themselves. */
function translate(cause: unknown): DomainError | null {
  const code = codeOf(cause)
  if (code === null) return null
  if (malformedValue.has(code)) {
    return new DomainError(
      "validation_failed",
      "An id or cursor is malformed; send it exactly as it was received.",
    )
  }
  if (databaseAway.has(code)) {
    return new DomainError(
      "unavailable",
      "The database cannot be reached, or has too much to do, at the moment. Try again shortly.",
    )
  }
  return null
}

/** What the pool says when no connection came free in time; it gives that no code. */
const poolIsBusy = "timeout exceeded when trying to connect"

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  if (cause.message === poolIsBusy) return "P2024"
  return "code" in cause && typeof cause.code === "string" ? cause.code : null
}

function logOnce(cause: unknown, { log, requestId }: Teller): void {
  if (typeof cause === "object" && cause !== null) {
    if (alreadyLogged.has(cause)) return
    alreadyLogged.add(cause)
  }
  log.error({ err: cause, requestId }, "a request failed")
}
