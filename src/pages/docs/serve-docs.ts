import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Services } from "../../platform/services.ts"
import {
  makeCachedResponse,
  sendCachedResponse,
  type CachedResponse,
  type Rendered,
} from "../../http/cached-response.ts"
import { readExplorerFile } from "./explorer-files.ts"
import { renderExports } from "./export-docs.ts"
import { renderGraphql } from "./graphql-docs.ts"
import { renderGuide } from "./guide.ts"
import {
  guideNames,
  pictureNames,
  readPicture,
  renderUserGuide,
  renderUserGuides,
} from "./user-guides.ts"
import { renderChats } from "./chat-docs.ts"
import type { Page } from "./docs-layout.ts"
import { renderNothing, renderProblem, renderProblems, type Catalogue } from "./problem-docs.ts"
import { renderReference } from "./reference.ts"
import { renderMcp, type DocumentedTool } from "./mcp-docs.ts"
import type { Operation } from "./section.ts"
import { renderAlertsIn } from "./alerts-in-docs.ts"
import { renderSlos } from "./slo-docs.ts"
import { renderStatusPages } from "./status-page-docs.ts"
import { renderTelemetry } from "./telemetry-docs.ts"
import { renderWebhooks } from "./webhook-docs.ts"

/** Sources of the documentation. */
export type DocsTables = {
  problems: Catalogue
  operations: readonly Operation[]
  tools: readonly DocumentedTool[]
  /** The OpenAPI document. */
  document(): unknown
}

/** Policy for files: no scripts, loading or framing. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const css = "text/css; charset=utf-8"
const javascript = "text/javascript; charset=utf-8"
const json = "application/json; charset=utf-8"

const asHtml = ({ text, policy }: Page): Rendered => ({
  type: "text/html; charset=utf-8",
  policy,
  body: text,
})
const fileOf = (type: string, path: string) => (): Rendered => ({
  type,
  policy,
  body: readFileSync(path, "utf8"),
})
const own = (name: string) => join(import.meta.dirname, name)
const require = createRequire(import.meta.url)

/** Serves /docs from a fixed map; each entry is rendered on its first request. */
export function createDocs(
  { env, clock }: Services,
  { problems, operations, tools, document }: DocsTables,
) {
  const makers = new Map<string, () => Rendered>([
    ["/docs/guides", () => asHtml(renderUserGuides())],
    ...guideNames.map((name): [string, () => Rendered] => [
      `/docs/guides/${name}`,
      () => asHtml(renderUserGuide(name)),
    ]),
    ...pictureNames().map((name): [string, () => Rendered] => [
      `/docs/guides/pictures/${name}`,
      () => ({
        type: "image/webp",
        policy,
        body: readPicture(name),
        maxAgeSeconds: 86_400,
      }),
    ]),
    ["/docs/api", () => asHtml(renderGuide(env.BASE_URL, operations))],
    ["/docs/api-reference", () => asHtml(renderReference())],
    ["/docs/graphql", () => asHtml(renderGraphql(env.BASE_URL))],
    ["/docs/graphql.css", fileOf(css, own("graphql.css"))],
    ["/docs/graphql.js", fileOf(javascript, own("graphql.js"))],
    ["/docs/webhooks", () => asHtml(renderWebhooks(document()))],
    ["/docs/mcp", () => asHtml(renderMcp(env.BASE_URL, tools))],
    ["/docs/chats", () => asHtml(renderChats(env.BASE_URL))],
    ["/docs/telemetry", () => asHtml(renderTelemetry(env.BASE_URL))],
    ["/docs/alerts-in", () => asHtml(renderAlertsIn(env.BASE_URL))],
    ["/docs/exports", () => asHtml(renderExports(env.BASE_URL))],
    ["/docs/slos", () => asHtml(renderSlos())],
    ["/docs/status-pages", () => asHtml(renderStatusPages())],
    ["/docs/api/openapi.json", () => ({ type: json, policy, body: JSON.stringify(document()) })],
    ["/docs/api/problems/", () => asHtml(renderProblems(problems))],
    ...Object.entries(problems).map(([code, problem]): [string, () => Rendered] => [
      `/docs/api/problems/${code}`,
      () => asHtml(renderProblem(code, problem, env.BASE_URL)),
    ]),
    ["/docs/docs.css", fileOf(css, own("docs.css"))],
    ["/docs/reference.css", fileOf(css, own("reference.css"))],
    ["/docs/reference.js", fileOf(javascript, own("reference.js"))],
    ["/docs/webhooks.css", fileOf(css, own("webhooks.css"))],
    ["/docs/webhooks.js", fileOf(javascript, own("webhooks.js"))],
    ["/docs/swagger-ui.css", fileOf(css, require.resolve("swagger-ui-dist/swagger-ui.css"))],
    [
      "/docs/swagger-ui-bundle.js",
      fileOf(javascript, require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
    ],
  ])
  const cached = new Map<string, CachedResponse>()

  /** The path with the trailing slash fixed; null if there is no such page. */
  function meantBy(path: string): string | null {
    const bare = path.replace(/\/$/, "")
    if (bare === "/docs") return "/docs/guides"
    return [bare, `${bare}/`].find((one) => one !== path && makers.has(one)) ?? null
  }

  async function responseOf(path: string): Promise<CachedResponse | null> {
    const key = `${env.BASE_URL} ${path}`
    const known = cached.get(key)
    if (known !== undefined) return known
    const rendered = makers.get(path)?.() ?? (await readExplorerFile(path, policy))
    if (rendered === null) return null
    const response = makeCachedResponse(rendered, undefined, clock.now())
    cached.set(key, response)
    return response
  }

  return async function handle(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
  ): Promise<void> {
    const response = await responseOf(path)
    const meant = response === null ? meantBy(path) : null
    if (response !== null) sendCachedResponse(req, res, response, "everybody")
    else if (meant !== null) res.writeHead(308, { location: meant }).end()
    else sendNothing(req, res)
  }
}

function sendNothing(req: IncomingMessage, res: ServerResponse): void {
  const { text, policy } = renderNothing()
  res.writeHead(404, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  })
  res.end(req.method === "HEAD" ? undefined : text)
}
