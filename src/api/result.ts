import type { FormattedExecutionResult } from "graphql"
import { GraphQLError } from "graphql"
import type { Teller } from "../graphql/present.ts"
import { present } from "../graphql/present.ts"
import { eventsOf } from "./events.ts"

type Manner = { accept: string; keepAliveMs: number; teller: Teller }

/** Writes a result as JSON, or as events where it streams or the client asked for events alone. */
export function answerWith(
  result: Loose | AsyncIterable<FormattedExecutionResult>,
  manner: Manner,
): Response {
  if (Symbol.asyncIterator in result) {
    return eventsOf(result[Symbol.asyncIterator](), manner.keepAliveMs)
  }
  const { status, ...rest } = settle(result, manner.teller)
  if (status === 200 && /^\s*text\/event-stream\s*(;|$)/i.test(manner.accept)) {
    return eventsOf(once(rest), manner.keepAliveMs)
  }
  const type = manner.accept.includes("application/graphql-response+json")
    ? "application/graphql-response+json"
    : "application/json"
  return new Response(JSON.stringify(rest), {
    status,
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" },
  })
}

async function* once<T>(value: T): AsyncGenerator<T, void> {
  yield value
}

/** A result of ours, or one that yoga made of what it refused. */
export type Loose = {
  data?: unknown
  errors?: readonly unknown[] | undefined
  extensions?: Record<string, unknown> | undefined
}

/** Takes apart our own results, whose errors are told already, and what yoga refused by itself. */
function settle({ data, errors, extensions }: Loose, teller: Teller): Settled {
  const raw = errors?.find((error) => error instanceof GraphQLError)
  return {
    status: statusIn(extensions) ?? (raw === undefined ? 200 : (statusIn(raw.extensions) ?? 500)),
    ...(errors === undefined
      ? {}
      : {
          errors: errors.map((error) =>
            error instanceof GraphQLError ? tell(error, teller) : error,
          ),
        }),
    ...(data === undefined ? {} : { data }),
  }
}

type Settled = { status: number; data?: unknown; errors?: unknown[] }

function statusIn(extensions: Record<string, unknown> | undefined): number | undefined {
  const http = extensions?.["http"] as { status?: number } | undefined
  return http?.status
}

/** Yoga marks what it refuses with a status below 500 and a code of its own. */
function tell(error: GraphQLError, teller: Teller) {
  const status = statusIn(error.extensions)
  if (status === undefined || status >= 500) return present(error, teller)
  const code = status === 413 ? "payload_too_large" : "validation_failed"
  return { message: error.message, extensions: { code } }
}
