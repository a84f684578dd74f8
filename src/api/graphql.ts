import type { IncomingMessage, ServerResponse } from "node:http"
import {
  OperationTypeNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLError,
} from "graphql"
import { createYoga, type GraphQLParams, type Plugin } from "graphql-yoga"
import { contextFor, type Context } from "../graphql/kernel/context.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { isStream, run, type Admitted } from "../graphql/execution/execute.ts"
import { revealsSecret } from "../graphql/execution/reveals-secret.ts"
import { formatError } from "../graphql/kernel/format-error.ts"
import { countRequest } from "../graphql/workspace/usage/count-usage.ts"
import { rateHeaders, refusalBeyond } from "../rest/rate-limit.ts"
import type { PeerOf } from "../platform/peer.ts"
import type { Services } from "../platform/services.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"
import type { KeyActor } from "./authenticate-key.ts"
import type { Budget } from "./budget.ts"
import { createBroadcasts, tooMany } from "./broadcast.ts"
import type { Credentials } from "./credentials.ts"
import { writeEvents } from "./events.ts"
import type { Exchange } from "../http/exchange.ts"
import type { LiveStreams } from "./live.ts"
import { readParams } from "./params.ts"
import { createConcurrencyLimit, holderOf } from "./concurrency-limit.ts"
import { requestOf } from "../http/read-request.ts"
import { Refusal, statusOf } from "../http/refusal.ts"
import { answerWith, type Loose } from "./result.ts"
import { send, sendCompressed } from "../http/send-response.ts"
import type { Recall } from "./server.ts"

const maxBodyBytes = 1024 * 1024
/** People import files of up to 5 MiB, which take more as JSON text. */
const maxBytesOfPeople = 8 * maxBodyBytes
const streamsPerActor = 100

type Needs = {
  services: Services
  budget: Budget
  requestAuthenticator: RequestAuthenticator
  credentials: Credentials
  peerOf: PeerOf
  live: LiveStreams
  keepAliveMs: number
}
type Manner = {
  /** Set if the response is a stream, which is written without yoga's response. */
  write: (() => Promise<void> | void) | null
  /** Whether the response holds no secret; those that create one are mutations. */
  mayCompress: boolean
}
type ServerContext = {
  ctx: Context
  requestId: string
  accept: string
  res: ServerResponse
  peer: string
  manner: Manner
}

/** GraphQL over HTTP: GET for queries and subscriptions, POST with JSON for everything, SSE for streams. */
export function createGraphqlEndpoint({
  services,
  budget,
  requestAuthenticator,
  credentials,
  peerOf,
  live,
  keepAliveMs,
}: Needs) {
  const streams = createConcurrencyLimit(streamsPerActor)
  const broadcasts = createBroadcasts(keepAliveMs)

  async function execute(
    { query, variables, operationName, extensions }: GraphQLParams,
    server: ServerContext,
  ) {
    if (query === "" && extensions !== undefined) return persistedQueryNotSupported
    const { ctx, requestId, accept, res, peer } = server
    const order = { document: query ?? "", variables, operationName, ctx, requestId }
    const admitted = budget.authorize(order, peer)
    if (!("validated" in admitted)) return refused(admitted, server)
    const { operation } = admitted.operation
    if (operation === OperationTypeNode.MUTATION && res.req.method === "GET") {
      const detail = "GET requests cannot run mutations. Send them by POST."
      throw new Refusal("method_not_allowed", detail, { allow: "POST" })
    }
    if (operation !== OperationTypeNode.SUBSCRIPTION) {
      const result = await run(admitted)
      server.manner.mayCompress =
        operation === OperationTypeNode.QUERY && !revealsSecret(admitted.schema, admitted.document)
      return isStream(result) ? neverStreams() : result
    }
    if (!takesEvents(accept)) {
      const detail =
        "Subscriptions return server-sent events. Send the header Accept: text/event-stream."
      throw new Refusal("not_acceptable", detail)
    }
    if (ctx.actor.kind === "anonymous") {
      const asked = [query, variables, operationName]
      return openBroadcast(keyOf(res.req) ?? JSON.stringify(asked), admitted, server)
    }
    const release = streams.acquire(holderOf(ctx.actor))
    if (release === null) {
      const detail = `You can have at most ${streamsPerActor} open streams. Close one first.`
      throw new Refusal("rate_limited", detail, { "retry-after": "5" })
    }
    const result = await run(admitted).catch((error: unknown) => {
      release()
      throw error
    })
    if (!isStream(result)) {
      release()
      return result
    }
    const forget = live.add(result)
    const unwatch = credentials.watch(ctx.actor, () => result.end(credentialEnded()))
    void result.ended.then(() => {
      release()
      forget()
      unwatch()
    })
    if (res.destroyed) result.leave()
    server.manner.write = () => writeEvents(res, result, keepAliveMs)
    return {}
  }

  async function openBroadcast(key: string, admitted: Admitted, server: ServerContext) {
    const started = await broadcasts.open(key, async () => {
      const result = await run(admitted)
      if (isStream(result)) {
        const forget = live.add(result)
        void result.ended.then(forget)
      }
      return result
    })
    if ("result" in started) return started.result
    server.manner.write = () => {
      if (!started.broadcast.join(server.res, server.peer)) throw tooMany()
    }
    return {}
  }

  const plugin: Plugin<object, ServerContext> = {
    onRequestParse({ setRequestParser }) {
      setRequestParser(readParams)
    },
    onParams({ setParamsHandler }) {
      // Yoga expects errors as objects; ours are formatted already and written as they are.
      setParamsHandler(
        ({ params, context }) => execute(params, context) as Promise<ExecutionResult>,
      )
    },
    onResultProcess({ setResultProcessor, serverContext }) {
      const { accept, requestId, ctx } = serverContext
      const errorContext = { log: ctx.log, requestId }
      setResultProcessor(
        (result) => answerWith(result as Loose, { accept, errorContext }),
        "application/json",
      )
    },
  }

  const yoga = createYoga<ServerContext>({
    plugins: [plugin],
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    logging: false,
    parserAndValidationCache: false,
    maxRequestBodySize: false,
    // Errors are formatted where the response is written.
    maskedErrors: { maskError: (error) => error as Error },
  })

  async function count(actor: KeyActor, res: ServerResponse): Promise<void> {
    const counted = await countRequest(services, actor)
    for (const [name, value] of Object.entries(rateHeaders(counted))) {
      if (value !== undefined) res.setHeader(name, value)
    }
    const refusal = refusalBeyond(counted)
    if (refusal !== null) throw refusal
  }

  /** Lets an anonymous client join a stream that others already watch; false for everything else. */
  const join: Recall = (req, res, guards, more) => {
    if (req.url?.startsWith("/graphql?") !== true || req.headers.origin !== undefined) return false
    const key = takesEvents(req.headers.accept ?? "") ? keyOf(req) : null
    const broadcast = key === null ? undefined : broadcasts.find(key)
    const heads = [...guards.flat(), ...more, "vary", "Origin"]
    return broadcast?.join(res, peerOf(req), heads) ?? false
  }

  async function handle({ req, res, requestId, peer }: Exchange): Promise<void> {
    checkForm(req)
    const actor = await requestAuthenticator.anyone(req, peer)
    if (actor.kind === "key") await count(actor, res)
    const maxBytes = actor.kind === "user" ? maxBytesOfPeople : maxBodyBytes
    const request = await requestOf(req, services.env.BASE_URL, maxBytes)
    const accept = req.headers.accept ?? "*/*"
    const ctx = contextFor(services, actor)
    const manner: Manner = { write: null, mayCompress: false }
    const response = await yoga.fetch(request, { ctx, requestId, accept, res, peer, manner })
    if (manner.write !== null) await manner.write()
    else await (manner.mayCompress ? sendCompressed(req, res, response) : send(res, response))
  }

  return { handle, join }
}

/** For an anonymous GET, the URL identifies the stream. */
const keyOf = ({ method, url, headers: { authorization, cookie } }: IncomingMessage) =>
  method === "GET" && authorization === undefined && cookie === undefined ? (url ?? "") : null

export const credentialEnded = () =>
  new DomainError("unauthorized", "The session or key that opened this stream has ended.")

const neverStreams = (): never => {
  throw new Error("only subscriptions return streams")
}

/** Requests that were not executed get an error status; executed ones get 200. */
function refused(
  errors: readonly GraphQLError[],
  { ctx: { log }, requestId }: ServerContext,
): FormattedExecutionResult {
  const results = errors.map((error) => formatError(error, { log, requestId }))
  const status = statusOf(results[0]?.extensions?.["code"])
  return { errors: results, extensions: { http: { status } } }
}

/**
 * Clients of persisted queries recognize this message and code, then send the document itself; they expect a 200.
 */
const persistedQueryNotSupported: FormattedExecutionResult = {
  errors: [
    {
      message: "PersistedQueryNotSupported",
      extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED" },
    },
  ],
}

const takesEvents = (accept: string): boolean =>
  accept.split(",").some((one) => /^\s*(text\/event-stream|text\/\*|\*\/\*)\s*(;|$)/i.test(one))

const distinctOnly =
  "Send GET or POST. Each subscription needs its own connection: leave graphql-sse's singleConnection off, which is the default, or use a WebSocket."

/**
 * Accepts JSON only: browsers send forms and plain text across origins without a preflight.
 *
 * @throws {Refusal}
 */
function checkForm({ method, headers }: IncomingMessage): void {
  if (method === "PUT" || headers["x-graphql-event-stream-token"] !== undefined) {
    throw new Refusal("method_not_allowed", distinctOnly, { allow: "GET, POST" })
  }
  if (method === "GET") return
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json") {
    throw new Refusal(
      "unsupported_media_type",
      `Send the request as application/json, as in {"query": "…", "variables": {}}; ${type?.slice(0, 100) ?? "no content type"} is not supported.`,
    )
  }
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") {
    throw new Refusal("unsupported_media_type", "Send the body without a content encoding.")
  }
}
