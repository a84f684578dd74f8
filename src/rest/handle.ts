import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import type { Actor } from "../graphql/kernel/access.ts"
import { contextFor, type Context } from "../graphql/kernel/context.ts"
import type { Executor } from "../graphql/execution/execute.ts"
import type { Answer } from "../graphql/workspace/idempotency/once.ts"
import { countRequest, readCounted } from "../graphql/workspace/usage/count-usage.ts"
import type { Services } from "../platform/services.ts"
import { endCompressed } from "../http/compress.ts"
import { endText } from "../http/end-text.ts"
import type { Exchange } from "../http/exchange.ts"
import { readBody } from "../http/read-body.ts"
import { createCursors } from "./cursor.ts"
import { executeOnce, readIdempotencyKey } from "./idempotency.ts"
import { mebibyte, type Operation, type Result } from "./operation.ts"
import { operations } from "./operations.ts"
import { createPerformer } from "./perform.ts"
import { rateHeaders, refusalBeyond } from "./rate-limit.ts"
import { readJson } from "./read-json.ts"
import { readQuery } from "./read-query.ts"
import { asRefusal, problemBody, Refusal } from "../http/refusal.ts"
import { createRouter, type Match } from "./router.ts"

type KeyActor = Extract<Actor, { kind: "key" }>

/** Authenticates by a public key. @throws {DomainError} unauthorized */
export type KeyHolder = (req: IncomingMessage, peer: string) => Promise<KeyActor>

const json = "application/json; charset=utf-8"

/** Handles every request under /v1. */
export function createRest(services: Services, executor: Executor, keyHolder: KeyHolder) {
  const find = createRouter(operations)
  const perform = createPerformer(executor, operations)
  const cursors = createCursors(services.vault.derive("cursors of /v1"))
  const { log, env } = services

  /** @throws {Refusal | DomainError} sent by the server as a problem document. */
  return async function handle({ req, res, path, requestId, peer }: Exchange): Promise<void> {
    const method = req.method ?? ""
    const found = find(method, path)
    // Without a key, a mistyped path gets 404 or 405 rather than 401.
    const isMistyped = found instanceof Refusal && found.code !== "validation_failed"
    if (isMistyped && req.headers.authorization === undefined) throw found
    const actor = await keyHolder(req, peer)
    await count(actor, found, res)
    if (found instanceof Refusal) throw found
    const { operation, params } = found
    const ctx = contextFor(services, readerOf(actor, operation))
    // Only the scope: the document checks what the operation is about.
    await ctx.access.require(actor.projectId, operation.scope, "project", "within")
    const key = method === "POST" ? readIdempotencyKey(req) : null
    const body = hasBody(req) ? await readBody(req, operation.body?.maxBytes ?? mebibyte) : none
    const work = (ctx: Context) => execute(ctx, { operation, params, req, path, body, requestId })
    const { projectId } = actor
    const answer =
      key === null ? await work(ctx) : await executeOnce(ctx, { projectId, key, req, body }, work)
    await send(req, res, answer)
  }

  async function count(actor: KeyActor, found: Match | Refusal, res: ServerResponse) {
    const isFree = !(found instanceof Refusal) && found.operation.isFree
    const counted = await (isFree ? readCounted(services, actor) : countRequest(services, actor))
    setHeaders(res, rateHeaders(counted))
    const refusal = isFree ? null : refusalBeyond(counted)
    if (refusal !== null) throw refusal
  }

  type Work = {
    operation: Operation
    params: Record<string, string>
    req: IncomingMessage
    path: string
    body: Buffer
    requestId: string
  }

  /** Returns refusals as answers, so that a retry gets the same answer. */
  async function execute(ctx: Context, work: Work): Promise<Answer> {
    try {
      return await answerOf(ctx, work)
    } catch (error) {
      const refusal = asRefusal(error, { log, requestId: work.requestId })
      return {
        status: refusal.status,
        headers: { "content-type": "application/problem+json", ...texts(refusal.headers) },
        body: problemBody(refusal, env.BASE_URL, work.path, work.requestId),
      }
    }
  }

  async function answerOf(
    ctx: Context,
    { operation, params, req, path, body, requestId }: Work,
  ): Promise<Answer> {
    const { actor } = ctx
    if (actor.kind !== "key") throw new Error("/v1 requires an API key")
    const { projectId } = actor
    const text = (req.url ?? "").slice(path.length + 1)
    const { limit, after, query } = readQuery(operation, text)
    const listing = { projectId, operationId: operation.id, params, query, limit }
    const page = { first: limit, after: after === null ? null : cursors.read(listing, after) }
    const given = readJson(operation.body, req.headers, body)
    const asked = { projectId, params, query, body: given, page }
    const result = await perform(ctx, operation, asked, requestId)
    if (operation.answer === null) return { status: operation.status, headers: {}, body: "" }
    const written = JSON.stringify(bodyOf(result, (place) => cursors.write(listing, place)))
    return { status: operation.status, headers: { "content-type": json }, body: written }
  }
}

/** Adds the scopes that the response needs; otherwise a change could succeed and its response be refused. */
const readerOf = (actor: KeyActor, { reads }: Operation): KeyActor =>
  reads.length === 0 ? actor : { ...actor, scopes: [...actor.scopes, ...reads] }

const none = Buffer.alloc(0)

/** RFC 9112, section 6: a request without either of these headers has no body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined

const bodyOf = (result: Result, write: (place: string) => string): unknown =>
  result.kind === "body"
    ? result.body
    : {
        data: result.data,
        has_more: result.endCursor !== null,
        next_cursor: result.endCursor === null ? null : write(result.endCursor),
      }

/** Only reads are compressed: secrets are returned by what creates them. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> | void {
  res.statusCode = status
  setHeaders(res, headers)
  res.setHeader("cache-control", "no-store")
  if (req.method === "GET" && req.headers["accept-encoding"] !== undefined) {
    return endCompressed(req, res, Buffer.from(body))
  }
  if (body === "") res.end()
  else endText(res, body)
}

function setHeaders(res: ServerResponse, headers: OutgoingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) res.setHeader(name, value)
  }
}

const texts = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
