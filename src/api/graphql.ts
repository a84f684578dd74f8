import type { IncomingMessage, ServerResponse } from "node:http"
import type { ExecutionResult, FormattedExecutionResult, GraphQLError } from "graphql"
import { OperationTypeNode } from "graphql"
import type { GraphQLParams, Plugin } from "graphql-yoga"
import { createYoga } from "graphql-yoga"
import type { Context } from "../graphql/context.ts"
import { contextFor } from "../graphql/context.ts"
import { DomainError } from "../graphql/errors.ts"
import type { Admitted, Executor } from "../graphql/execute.ts"
import { isStream, run } from "../graphql/execute.ts"
import { present } from "../graphql/present.ts"
import { countRequest } from "../graphql/usage/count.ts"
import { rateHeaders, refusalBeyond } from "../rest/rate-limit.ts"
import type { PeerOf } from "../peer.ts"
import type { Services } from "../services.ts"
import type { Admission } from "./admit.ts"
import type { KeyActor } from "./authenticate-key.ts"
import { createBroadcasts, tooMany } from "./broadcast.ts"
import type { Credentials } from "./credentials.ts"
import { writeEvents } from "./events.ts"
import type { Exchange } from "./exchange.ts"
import type { LiveStreams } from "./live.ts"
import { readParams } from "./params.ts"
import { createQuota, holderOf } from "./quota.ts"
import { requestOf } from "./receive.ts"
import { Refusal, statusOf } from "../rest/refusal.ts"
import type { Loose } from "./result.ts"
import { answerWith } from "./result.ts"
import { send } from "./send.ts"
import type { Recall } from "./server.ts"

const maxBodyBytes = 1024 * 1024
const streamsPerActor = 100

type Needs = {
  services: Services
  executor: Executor
  admission: Admission
  credentials: Credentials
  peerOf: PeerOf
  live: LiveStreams
  keepAliveMs: number
}
/** Set where a stream is the answer, which is written past what yoga makes of the request. */
type Stream = { write: (() => Promise<void> | void) | null }
type ServerContext = {
  ctx: Context
  requestId: string
  accept: string
  res: ServerResponse
  peer: string
  stream: Stream
}

/** GraphQL over HTTP: GET for queries and subscriptions, POST with JSON for everything, SSE for streams. */
export function createGraphqlEndpoint({
  services,
  executor,
  admission,
  credentials,
  peerOf,
  live,
  keepAliveMs,
}: Needs) {
  const quota = createQuota(streamsPerActor)
  const broadcasts = createBroadcasts(keepAliveMs)

  async function execute(
    { query, variables, operationName }: GraphQLParams,
    server: ServerContext,
  ) {
    const { ctx, requestId, accept, res } = server
    const admitted = executor.admit({
      document: query ?? "",
      variables,
      operationName,
      ctx,
      requestId,
    })
    if (!("validated" in admitted)) return refused(admitted, server)
    const { operation } = admitted.operation
    if (operation === OperationTypeNode.MUTATION && res.req.method === "GET") {
      const detail = "A GET only reads; send mutations by POST."
      throw new Refusal("method_not_allowed", detail, { allow: "POST" })
    }
    if (operation !== OperationTypeNode.SUBSCRIPTION) {
      const result = await run(admitted)
      return isStream(result) ? neverStreams() : result
    }
    if (!takesEvents(accept)) {
      const detail =
        "A subscription is answered by events: send the header Accept: text/event-stream."
      throw new Refusal("not_acceptable", detail)
    }
    if (ctx.actor.kind === "anonymous") {
      const asked = [query, variables, operationName]
      return openBroadcast(keyOf(res.req) ?? JSON.stringify(asked), admitted, server)
    }
    const release = quota.take(holderOf(ctx.actor))
    if (release === null) {
      const detail = `At most ${streamsPerActor} streams may be open at once; close one first.`
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
    server.stream.write = () => writeEvents(res, result, keepAliveMs)
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
    server.stream.write = () => {
      if (!started.broadcast.join(server.res, server.peer)) throw tooMany()
    }
    return {}
  }

  const plugin: Plugin<object, ServerContext> = {
    onRequestParse({ setRequestParser }) {
      setRequestParser(readParams)
    },
    onParams({ setParamsHandler }) {
      // Yoga's results carry errors as objects; ours are told already, and written as they are.
      setParamsHandler(
        ({ params, context }) => execute(params, context) as Promise<ExecutionResult>,
      )
    },
    onResultProcess({ setResultProcessor, serverContext }) {
      const { accept, requestId, ctx } = serverContext
      const teller = { log: ctx.log, requestId }
      setResultProcessor(
        (result) => answerWith(result as Loose, { accept, teller }),
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
    // Errors are told apart where the answer is written.
    maskedErrors: { maskError: (error) => error as Error },
  })

  async function count(actor: KeyActor, res: ServerResponse): Promise<void> {
    const counted = await countRequest(services, actor)
    const now = services.clock.now()
    for (const [name, value] of Object.entries(rateHeaders(counted, now))) {
      if (value !== undefined) res.setHeader(name, value)
    }
    const refusal = refusalBeyond(counted, now)
    if (refusal !== null) throw refusal
  }

  /** Lets a stranger join others who watch the same already; false for all else. */
  const join: Recall = (req, res, guards, more) => {
    if (req.url?.startsWith("/graphql?") !== true || req.headers.origin !== undefined) return false
    const key = takesEvents(req.headers.accept ?? "") ? keyOf(req) : null
    const broadcast = key === null ? undefined : broadcasts.find(key)
    const heads = [...guards.flat(), ...more, "vary", "Origin"]
    return broadcast?.join(res, peerOf(req), heads) ?? false
  }

  async function handle({ req, res, requestId, peer }: Exchange): Promise<void> {
    checkForm(req)
    const actor = await admission.anyone(req, peer)
    if (actor.kind === "key") await count(actor, res)
    const request = await requestOf(req, services.env.BASE_URL, maxBodyBytes)
    const accept = req.headers.accept ?? "*/*"
    const ctx = contextFor(services, actor)
    const stream: Stream = { write: null }
    const response = await yoga.fetch(request, { ctx, requestId, accept, res, peer, stream })
    await (stream.write === null ? send(res, response) : stream.write())
  }

  return { handle, join }
}

/** A stranger's GET is known by its address alone. */
const keyOf = ({ method, url, headers: { authorization, cookie } }: IncomingMessage) =>
  method === "GET" && authorization === undefined && cookie === undefined ? (url ?? "") : null

export const credentialEnded = () =>
  new DomainError("unauthorized", "The session or key that opened this stream has ended.")

const neverStreams = (): never => {
  throw new Error("only subscriptions stream")
}

/** Where nothing was executed the status says so; everything executed is 200. */
function refused(
  errors: readonly GraphQLError[],
  { ctx: { log }, requestId }: ServerContext,
): FormattedExecutionResult {
  const told = errors.map((error) => present(error, { log, requestId }))
  const status = statusOf(told[0]?.extensions?.["code"])
  return { errors: told, extensions: { http: { status } } }
}

const takesEvents = (accept: string): boolean =>
  accept.split(",").some((one) => /^\s*(text\/event-stream|text\/\*|\*\/\*)\s*(;|$)/i.test(one))

/**
 * Only JSON is taken: browsers send forms and plain text across origins without asking first.
 *
 * @throws {Refusal}
 */
function checkForm({ method, headers }: IncomingMessage): void {
  if (method === "GET") return
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json") {
    throw new Refusal(
      "unsupported_media_type",
      `Send the request as application/json, as in {"query": "…", "variables": {}}; ${type?.slice(0, 100) ?? "no content type"} is not taken.`,
    )
  }
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") {
    throw new Refusal("unsupported_media_type", "Send the body without a content encoding.")
  }
}
