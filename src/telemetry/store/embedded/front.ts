import { randomUUID, timingSafeEqual } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip, gzipSync } from "node:zlib"
import type { Log } from "../../../platform/log.ts"
import type { Engine } from "./engine.ts"
import { insertFromFile, readStatement, type Statement } from "./read-statement.ts"

type Needs = {
  /** Why there is no engine, where it is a text. */
  engine: Engine | string
  password: string
  log: Log
}

const largestSql = 1024 * 1024
const zippedFrom = 64 * 1024

/** ClickHouse's HTTP interface in front of the embedded engine, as far as its clients use it. */
export function createFront({ engine, password, log }: Needs): Server {
  const wanted = Buffer.from(password)

  function isAllowed({ headers }: IncomingMessage): boolean {
    const basic = /^basic (.+)$/i.exec(headers.authorization ?? "")?.[1]
    const sent =
      basic === undefined
        ? String(headers["x-clickhouse-key"] ?? "")
        : Buffer.from(basic, "base64").toString().split(":").slice(1).join(":")
    const given = Buffer.from(sent)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", "http://front")
    if (url.pathname === "/ping") {
      if (typeof engine === "string") refuse(res, 503, engine)
      else res.end("Ok.\n")
      return
    }
    if (!isAllowed(req)) {
      refuse(res, 401, "Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)")
      return
    }
    if (typeof engine === "string") {
      refuse(res, 503, engine)
      return
    }
    const file = join(engine.incoming, randomUUID())
    try {
      const asked = url.searchParams.get("query")
      if (req.method === "POST") await receive(req, file)
      const sql = asked ?? (await readSql(file))
      const insert = asked === null ? null : insertFromFile(asked, file)
      const statement = readStatement(url.searchParams, insert ?? sql)
      await run(engine, statement, req, res)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      refuse(res, /Code: (?:60|81)\b/.test(message) ? 404 : 500, message)
    } finally {
      await rm(file, { force: true })
    }
  }

  async function run(
    engine: Engine,
    { queryId, prelude, sql, format }: Statement,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const id = queryId || randomUUID()
    const mark = `wk:${randomUUID()}`
    let isDone = false
    res.once("close", () => {
      if (isDone) return
      const kill = `KILL QUERY WHERE query LIKE '/*${mark}*/%' ASYNC`
      engine
        .run("", kill, "Null")
        .catch((err: unknown) => log.debug({ err }, "could not kill a query"))
    })
    try {
      const bytes = await engine.run(prelude, `/*${mark}*/ ${sql}`, format)
      isDone = true
      res.setHeader("x-clickhouse-query-id", id)
      res.setHeader("x-clickhouse-format", format)
      res.setHeader("content-type", "text/plain; charset=UTF-8")
      const isZipped =
        bytes.length >= zippedFrom && /\bgzip\b/.test(String(req.headers["accept-encoding"]))
      if (isZipped) res.setHeader("content-encoding", "gzip")
      res.end(isZipped ? gzipSync(bytes, { level: 1 }) : bytes)
    } finally {
      isDone = true
    }
  }

  return createServer({ requestTimeout: 0, keepAliveTimeout: 10_000 }, (req, res) => {
    answer(req, res).catch((err: unknown) => {
      log.warn({ err }, "a request to the telemetry store failed")
      res.destroy()
    })
  })
}

async function receive(req: IncomingMessage, file: string): Promise<void> {
  const target = createWriteStream(file, { mode: 0o600 })
  if (req.headers["content-encoding"] === "gzip") await pipeline(req, createGunzip(), target)
  else await pipeline(req, target)
}

async function readSql(file: string): Promise<string> {
  const parts: string[] = []
  let size = 0
  for await (const part of createReadStream(file, "utf8")) {
    const text = String(part)
    size += text.length
    if (size > largestSql) throw new RangeError("Code: 62. DB::Exception: Max query size exceeded")
    parts.push(text)
  }
  return parts.join("")
}

function refuse(res: ServerResponse, status: number, message: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const code = /\bCode: (\d+)/.exec(message)?.[1]
  if (code !== undefined) res.setHeader("x-clickhouse-exception-code", code)
  res.writeHead(status, { "content-type": "text/plain; charset=UTF-8" }).end(message)
}
