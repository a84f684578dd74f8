import { pipeline } from "node:stream/promises"
import { z } from "zod"
import { contextFor } from "../graphql/kernel/context.ts"
import { exportEntries } from "../graphql/workspace/audit/export-entries.ts"
import type { Exchange } from "../http/exchange.ts"
import { refuseFaults } from "../http/refusal.ts"
import { nothingHere, type Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"

const prefix = "/api/audit/"
const file = /^([0-9a-f-]{36})\.jsonl$/
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** GET /api/audit/<project>.jsonl: the audit log as JSON lines, for people who may read it. */
export function auditDownload(services: Services, anyone: RequestAuthenticator["anyone"]): Route {
  return {
    path: prefix,
    methods: ["GET"],
    refusals: "problem",
    async handle({ req, res, path, peer }) {
      const [, projectId] = file.exec(path.slice(prefix.length)) ?? []
      if (projectId === undefined) throw nothingHere()
      const ctx = contextFor(services, await anyone(req, peer))
      const lines = await exportEntries(ctx, projectId, rangeOf(req))
      res.writeHead(200, {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="audit-${services.clock.now().toISOString().slice(0, 10)}.jsonl"`,
        "cache-control": "no-store",
      })
      await pipeline(lines, res).catch((error: NodeJS.ErrnoException) => {
        // The browser stopped the download.
        if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error
      })
    },
  }
}

function rangeOf(req: Exchange["req"]) {
  const query = new URL(req.url ?? "", "http://localhost").searchParams
  return { from: readTime(query, "from"), to: readTime(query, "to") }
}

function readTime(query: URLSearchParams, parameter: string): Date | null {
  const text = query.get(parameter)
  if (text === null) return null
  const read = time.safeParse(text)
  if (read.success) return read.data
  throw refuseFaults([{ parameter, detail: "must be a time such as 2026-01-31T12:00:00Z" }])
}
