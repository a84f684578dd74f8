import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Services } from "../../services.ts"
import type { Face, Rendered } from "../face.ts"
import { makeFace, sendFace } from "../face.ts"
import { renderGuide } from "./guide.ts"
import { renderChats } from "./chats.ts"
import type { Page } from "./layout.ts"
import type { Catalogue } from "./problems.ts"
import { renderNothing, renderProblem, renderProblems } from "./problems.ts"
import { renderReference } from "./reference.ts"
import type { Operation } from "./section.ts"
import { renderWebhooks } from "./webhooks.ts"

/** What the documentation tells of: the same tables that the API is made from. */
export type Told = {
  problems: Catalogue
  operations: readonly Operation[]
  /** The OpenAPI document. */
  document(): unknown
}

/** For what is no page: nothing may run, load or be framed. */
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

/** Everything below /docs: a request only ever names an entry of a map, which is made when first asked for. */
export function createDocs({ env, clock }: Services, { problems, operations, document }: Told) {
  const { BASE_URL } = env
  const makers = new Map<string, () => Rendered>([
    ["/docs/api", () => asHtml(renderGuide(BASE_URL, operations))],
    ["/docs/api-reference", () => asHtml(renderReference())],
    ["/docs/webhooks", () => asHtml(renderWebhooks(document()))],
    ["/docs/chats", () => asHtml(renderChats(BASE_URL))],
    ["/docs/api/openapi.json", () => ({ type: json, policy, body: JSON.stringify(document()) })],
    ["/docs/api/problems/", () => asHtml(renderProblems(problems))],
    ...Object.entries(problems).map(([code, problem]): [string, () => Rendered] => [
      `/docs/api/problems/${code}`,
      () => asHtml(renderProblem(code, problem, BASE_URL)),
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
  const faces = new Map<string, Face>()

  /** The page that an address with a slash too many or too few means; null where there is none. */
  function meantBy(path: string): string | null {
    const bare = path.replace(/\/$/, "")
    if (bare === "/docs") return "/docs/api"
    return [bare, `${bare}/`].find((one) => one !== path && makers.has(one)) ?? null
  }

  function faceOf(path: string): Face | null {
    const known = faces.get(path)
    if (known !== undefined) return known
    const make = makers.get(path)
    if (make === undefined) return null
    const face = makeFace(make(), undefined, clock.now())
    faces.set(path, face)
    return face
  }

  return function handle(req: IncomingMessage, res: ServerResponse, path: string): void {
    const face = faceOf(path)
    const meant = face === null ? meantBy(path) : null
    if (face !== null) sendFace(req, res, face, "everybody")
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
