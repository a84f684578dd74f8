import { createHash } from "node:crypto"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSite, type Site } from "../../src/api/static.ts"
import { createNotBuilt } from "../../src/api/not-built.ts"
import { apiEnv } from "../support/api.ts"
import { soon } from "../support/soon.ts"

const held: { folder: string; port: number; stops: (() => void)[] } = {
  folder: "",
  port: 0,
  stops: [],
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-site-"))
  held.folder = folder
  await mkdir(join(folder, "web/assets"), { recursive: true })
  await writeFile(join(folder, "secret.txt"), "secret")
  await writeFile(join(folder, "web/index.html"), "<title>index</title>")
  await writeFile(join(folder, "web/assets/index-D4kq81xZ.js"), "export {}")
  await writeFile(join(folder, "web/plain.txt"), "plain")
  await writeFile(join(folder, "web/strange.exe"), "MZ")
  await symlink(join(folder, "secret.txt"), join(folder, "web/link.txt"))
  const site = await loadSite(join(folder, "web"), 0)
  if (site === null) throw new Error("the folder has an index")
  held.port = await serve(site)
})

afterAll(async () => {
  for (const stop of held.stops) stop()
  await rm(held.folder, { recursive: true, force: true })
})

async function serve(site: Site): Promise<number> {
  const server = createServer((req, res) => {
    const path = (req.url ?? "").split("?", 1)[0] ?? ""
    void site({ req, res, path, peer: "127.0.0.1", requestId: "test" }).then((isFound) => {
      if (!isFound) res.writeHead(404).end()
    })
  }).listen(0, "127.0.0.1")
  held.stops.push(() => server.close())
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Sends the path exactly as written, because fetch would normalize it. */
async function get(path: string, headers: Record<string, string> = {}, port = held.port) {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<unknown>; body: string }>(
    (resolve, reject) => {
      const call = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        )
      })
      call.on("error", reject)
      call.end()
    },
  )
}

test("revalidates the index and never requests a hashed asset again", async () => {
  const index = await get("/?a=b")
  expect([index.status, index.body, index.headers["cache-control"]]).toEqual([
    200,
    "<title>index</title>",
    "no-cache",
  ])
  expect(index.headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  const asset = await get("/assets/index-D4kq81xZ.js")
  expect([asset.body, asset.headers["cache-control"], asset.headers["content-type"]]).toEqual([
    "export {}",
    "public, max-age=31536000, immutable",
    "text/javascript; charset=utf-8",
  ])
  const same = await get("/assets/index-D4kq81xZ.js", {
    "if-none-match": String(asset.headers["etag"]),
  })
  expect([same.status, same.body]).toEqual([304, ""])
})

test("allows a style block of the index by its hash and does not serve the build's manifest", async () => {
  const web = join(held.folder, "styled")
  await mkdir(join(web, ".vite"), { recursive: true })
  const style = "h1 { margin: 0 }"
  await writeFile(join(web, "index.html"), `<style>${style}</style>`)
  await writeFile(join(web, ".vite/manifest.json"), "{}")
  const site = await loadSite(web)
  if (site === null) throw new Error("the folder has an index")
  const port = await serve(site)
  const hash = createHash("sha256").update(style).digest("base64")
  const index = await get("/", {}, port)
  expect(index.headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}';`)
  expect((await get("/.vite/manifest.json", {}, port)).status).toBe(404)
})

/** The coding and text that a browser gets. */
async function ask() {
  const packed = await fetch(`http://127.0.0.1:${held.port}/plain.txt`, {
    headers: { "accept-encoding": "br, gzip" },
  })
  return [packed.headers.get("content-encoding"), await packed.text()]
}

test("sends compressed files to clients that accept them", async () => {
  const zipped = await get("/plain.txt", { "accept-encoding": "br, gzip" })
  expect(zipped.headers["content-encoding"]).toBe("gzip")
  await soon(ask).toEqual(["br", "plain"])
  const only = await get("/plain.txt", { "accept-encoding": "gzip" })
  expect(only.headers["content-encoding"]).toBe("gzip")
  expect((await get("/plain.txt")).headers["content-encoding"]).toBeUndefined()
})

test("serves the index for pages of the dashboard, and 404 for missing files", async () => {
  const html = { accept: "text/html,*/*;q=0.8" }
  expect((await get("/monitors/7", html)).body).toBe("<title>index</title>")
  expect((await get("/monitors/7")).status).toBe(404)
  expect((await get("/assets/gone.js", html)).status).toBe(404)
})

test("no path leaves the folder, and unknown file types are not served", async () => {
  for (const path of [
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..\\secret.txt",
    "//secret.txt",
    "/link.txt",
    "/strange.exe",
    "/index.html%00.txt",
    "/__proto__",
  ]) {
    const { status, body } = await get(path)
    expect([path, status, body]).toEqual([path, 404, ""])
  }
})

test("serves no dashboard without an index", async () => {
  expect(await loadSite(join(held.folder, "none"))).toBeNull()
  expect(await loadSite(join(held.folder, "web/assets"))).toBeNull()
})

test("serves a placeholder that says how to begin while the dashboard is not built", async () => {
  const port = await serve(createNotBuilt({ ...apiEnv, BASE_URL: "https://up.example/<b>" }))
  const { status, headers, body } = await get("/", {}, port)
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; frame-ancestors 'none'; base-uri 'none'$/,
  )
  expect(body).toContain("<h1>Watchkeeper is running</h1>")
  expect(body).toContain("curl https://up.example/&lt;b&gt;/api/auth/sign-up/email")
  expect((await get("/monitors", { accept: "text/html" }, port)).status).toBe(404)
  expect((await get("/monitors", {}, port)).body).toBe("")
})
