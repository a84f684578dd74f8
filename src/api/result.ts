import { GraphQLError } from "graphql"
import type { ErrorContext } from "../graphql/kernel/format-error.ts"
import { complete, eventHeaders, eventOf } from "./events.ts"
import { asRefusal, graphqlError, type Refusal } from "../http/refusal.ts"

type Manner = { accept: string; errorContext: ErrorContext }

/** Writes a result as JSON, or as a single event if the client accepts only events. */
export function answerWith(result: Loose, { accept, errorContext }: Manner): Response {
  const { status, headers, body } = settle(result, errorContext)
  if (status === 200 && /^\s*text\/event-stream\s*(;|$)/i.test(accept)) {
    return new Response(Buffer.concat([eventOf(body), complete]), { headers: eventHeaders })
  }
  const type = accept.includes("application/graphql-response+json")
    ? "application/graphql-response+json"
    : "application/json"
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
      ...headers,
    },
  })
}

/** Our own result, whose errors are formatted, or one that yoga made of a thrown error. */
export type Loose = {
  data?: unknown
  errors?: readonly unknown[] | undefined
  extensions?: Record<string, unknown> | undefined
}

type Settled = { status: number; headers: Record<string, string>; body: object }

function settle({ data, errors, extensions }: Loose, errorContext: ErrorContext): Settled {
  const thrown = errors?.find((error) => error instanceof GraphQLError)
  if (thrown !== undefined) {
    const refusal = asRefusal(thrown.originalError ?? thrown, errorContext)
    return {
      status: refusal.status,
      headers: headersIn(refusal),
      body: { errors: [graphqlError(refusal)] },
    }
  }
  const { status = 200 } = (extensions?.["http"] ?? {}) as { status?: number }
  return {
    status,
    headers: status === 401 ? { "www-authenticate": "Bearer" } : {},
    body: {
      ...(errors === undefined ? {} : { errors }),
      ...(data === undefined ? {} : { data }),
    },
  }
}

const headersIn = ({ headers }: Refusal): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
