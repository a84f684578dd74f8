import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { z } from "zod"
import type { Rendered } from "../../http/cached-response.ts"

const pack = promisify(gzip)

const built = z.object({
  js: z.string(),
  css: z.string(),
  editorWorkerService: z.string(),
  jsonWorker: z.string(),
  graphqlWorker: z.string(),
})

const files = {
  "/docs/graphiql/graphiql.js": "js",
  "/docs/graphiql/graphiql.css": "css",
  "/docs/graphiql/editor-worker.js": "editorWorkerService",
  "/docs/graphiql/json-worker.js": "jsonWorker",
  "/docs/graphiql/graphql-worker.js": "graphqlWorker",
} as const

const isFile = (path: string): path is keyof typeof files => Object.hasOwn(files, path)

/** The library exports only one page with everything inlined; its parts are 9 MB, so they are read when needed. */
const readBuilt = async () => built.parse(await import("@graphql-yoga/render-graphiql/graphiql"))

/** A file of the GraphQL explorer, compressed off the main thread; null if there is no such file. */
export async function readExplorerFile(path: string, policy: string): Promise<Rendered | null> {
  if (!isFile(path)) return null
  const parts = await readBuilt()
  const body = Buffer.from(parts[files[path]])
  return {
    type: path.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    policy,
    body,
    zipped: await pack(body),
    maxAgeSeconds: 86_400,
  }
}
