import { pipeline } from "node:stream/promises"
import { contextFor } from "../graphql/kernel/context.ts"
import { isExport } from "../graphql/status-pages/data-export/exports.ts"
import { openExport } from "../graphql/status-pages/data-export/open-export.ts"
import { formats } from "../graphql/status-pages/data-export/write-rows.ts"
import { countRequest } from "../graphql/workspace/usage/count-usage.ts"
import { Refusal, refuseFaults } from "../http/refusal.ts"
import { nothingHere, type Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import { rateHeaders, refusalBeyond } from "../rest/rate-limit.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"
import { createConcurrencyLimit, holderOf } from "./concurrency-limit.ts"

const prefix = "/api/export/"
const file = /^([0-9a-f-]{36})\/([a-z-]+)\.([a-z]+)$/
const atOnce = 3

const types = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json; charset=utf-8",
}

/** GET /api/export/<project>/<rows>.csv or .json: rows of a list, for its readers and for keys with its scope. */
export function exportDownload(services: Services, anyone: RequestAuthenticator["anyone"]): Route {
  const running = createConcurrencyLimit(atOnce)
  return {
    path: prefix,
    methods: ["GET"],
    refusals: "problem",
    async handle({ req, res, path, peer }) {
      const [, projectId, name = "", extension] = file.exec(path.slice(prefix.length)) ?? []
      const format = formats.find((one) => one === extension)
      if (projectId === undefined || format === undefined || !isExport(name)) throw nothingHere()
      const actor = await anyone(req, peer)
      if (actor.kind === "key") {
        const counted = await countRequest(services, actor)
        for (const [header, value] of Object.entries(rateHeaders(counted))) {
          if (value !== undefined) res.setHeader(header, value)
        }
        const refusal = refusalBeyond(counted)
        if (refusal !== null) throw refusal
      }
      const release = running.acquire(holderOf(actor))
      if (release === null) {
        const detail = `You can run at most ${atOnce} exports at once. Wait until one has ended.`
        throw new Refusal("rate_limited", detail, { "retry-after": "5" })
      }
      try {
        const query = new URL(req.url ?? "", "http://localhost").searchParams
        const rows = await openExport(contextFor(services, actor), {
          projectId,
          name,
          format,
          filter: readFilter(query.get("filter")),
          timeZone: query.get("timeZone"),
        })
        const date = services.clock.now().toISOString().slice(0, 10)
        res.writeHead(200, {
          "content-type": types[format],
          "content-disposition": `attachment; filename="${name}-${date}.${format}"`,
          "cache-control": "no-store",
        })
        await pipeline(rows, res).catch((error: NodeJS.ErrnoException) => {
          // The browser stopped the download.
          if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error
        })
      } finally {
        release()
      }
    },
  }
}

/** JSON, with the arguments of the list in GraphQL. */
function readFilter(text: string | null): unknown {
  if (text === null) return {}
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refuseFaults([{ parameter: "filter", detail: "must be JSON" }])
  }
}
