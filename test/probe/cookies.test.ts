import type { RequestListener } from "node:http"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import type { Resolver } from "../../src/probe/probe.ts"
import { createCookieJar } from "../../src/probe/http/cookie-jar.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { listenHttp } from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline } from "../support/prober.ts"

const now = new Date("2026-11-21T12:00:00Z")

/** The Cookie header that a request to `to` gets after a response from `from`. */
async function sent(from: string, lines: string | string[], to: string, own = "") {
  const jar = createCookieJar({ now: () => now })
  await jar.store(new URL(from), [lines].flat())
  return jar.header(new URL(to), own)
}

const app = "https://app.example.com/a/b"
const table: [what: string, from: string, line: string, to: string, sent: string][] = [
  ["its own host", app, "s=1", "https://app.example.com/a/c", "s=1"],
  ["another port", app, "s=1; Path=/", "https://app.example.com:8443/", "s=1"],
  ["a subdomain, without Domain", app, "s=1; Path=/", "https://x.app.example.com/", ""],
  ["the parent, without Domain", app, "s=1; Path=/", "https://example.com/", ""],
  ["a sibling, by Domain", app, "s=1; Path=/; Domain=example.com", "https://b.example.com/", "s=1"],
  ["a leading dot", app, "s=1; Path=/; Domain=.Example.COM", "https://b.example.com/", "s=1"],
  ["a foreign Domain", app, "s=1; Path=/; Domain=example.org", "https://example.org/", ""],
  [
    "a deeper Domain",
    app,
    "s=1; Path=/; Domain=x.app.example.com",
    "https://x.app.example.com/",
    "",
  ],
  ["a similar name", app, "s=1; Path=/; Domain=example.com", "https://badexample.com/", ""],
  ["a public suffix", "https://a.co.uk/", "s=1; Domain=co.uk", "https://b.co.uk/", ""],
  ["a private suffix", "https://a.github.io/", "s=1; Domain=github.io", "https://b.github.io/", ""],
  ["a suffix itself", "https://github.io/", "s=1; Domain=github.io", "https://github.io/", "s=1"],
  ["an internal name", "http://intranet/", "s=1; Domain=intranet", "http://intranet/", "s=1"],
  ["an address", "http://10.0.0.1/", "s=1; Domain=0.0.1", "http://11.0.0.1/", ""],
  ["the default path", app, "s=1", "https://app.example.com/", ""],
  ["a path below", app, "s=1; Path=/a", "https://app.example.com/a/x", "s=1"],
  ["a path that only begins alike", app, "s=1; Path=/a", "https://app.example.com/ab", ""],
  ["a path that is not one", app, "s=1; Path=a", "https://app.example.com/a/x", "s=1"],
  ["Secure over http", app, "s=1; Path=/; Secure", "http://app.example.com/", ""],
  ["Secure over https", app, "s=1; Path=/; Secure", "https://app.example.com/", "s=1"],
  ["Secure, set over http", "http://a.example/", "s=1; Secure", "https://a.example/", ""],
  ["plain, from https to http", app, "s=1; Path=/", "http://app.example.com/", "s=1"],
  ["expired", app, "s=1; Path=/; Expires=Sat, 21 Nov 2026 11:59:59 GMT", app, ""],
  ["expires later", app, "s=1; Path=/; Expires=Saturday, 21-Nov-26 12:00:01 GMT", app, "s=1"],
  ["an old form of date", app, "s=1; Path=/; Expires=Sun Nov  6 08:49:37 1994", app, ""],
  ["a date that is none", app, "s=1; Path=/; Expires=tomorrow", app, "s=1"],
  [
    "Max-Age before Expires",
    app,
    "s=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    app,
    "s=1",
  ],
  ["no Max-Age left", app, "s=1; Path=/; max-age=-1", app, ""],
  ["the last attribute", app, "s=1; Path=/x; Path=/", app, "s=1"],
  ["a value with =", app, 's="a=b"; Path=/', app, 's="a=b"'],
  ["no name", app, "alone; Path=/", app, "alone"],
  ["nothing", app, "; Path=/", app, ""],
  ["__Host-", app, "__Host-s=1; Path=/; Secure", app, "__Host-s=1"],
  ["__Host- with Domain", app, "__Host-s=1; Path=/; Secure; Domain=example.com", app, ""],
  ["__host- below a path", app, "__host-s=1; Path=/a; Secure", app, ""],
  ["__Secure- without Secure", app, "__Secure-s=1; Path=/", app, ""],
]

test.each(table)("a cookie: %s", async (_what, from, line, to, expected) => {
  expect(await sent(from, line, to)).toBe(expected)
})

test("a cookie replaces one of the same place, and longer paths come first", async () => {
  const lines = ["a=1; Path=/", "b=1; Path=/a/b", "a=2; Path=/", "a=3; Path=/a"]
  expect(await sent(app, lines, app)).toBe("b=1; a=3; a=2")
})

test("the monitor's own cookie gives way to one that the server sets or deletes", async () => {
  const own = "s=old; theme=dark"
  expect(await sent(app, "s=new; Path=/", app, own)).toBe("theme=dark; s=new")
  expect(await sent(app, "s=; Path=/; Max-Age=0", app, own)).toBe("theme=dark")
  expect(await sent(app, "x=1; Path=/other", app, own)).toBe(own)
})

const everyName: Resolver = {
  servers: [],
  resolve: () =>
    Promise.resolve({ failure: null, addresses: [{ address: "127.0.0.1", family: 4 }] }),
}
const to =
  (location: string, cookie?: string): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(302, { location, ...(cookie === undefined ? {} : { "set-cookie": cookie }) })
      .end()

const fine: RequestListener = (_request, response) => response.end("welcome")

/** One server for every name; the handler gets the host without its port. */
async function hosts(handle: (host: string, path: string, cookies: string) => RequestListener) {
  const { port } = await listenHttp((request, response) => {
    const { url = "/", headers } = request
    const host = (headers.host ?? "").split(":", 1)[0] ?? ""
    handle(host, url, headers.cookie ?? "")(request, response)
  })
  return {
    at: (host: string, path = "/") => `http://${host}:${port}${path}`,
    probe: (url: string, headers: Record<string, string> = {}) =>
      probeHttp(httpTarget(url, { headers }), makeTools({ resolver: everyName }), noDeadline()),
  }
}
test("a sign-on over two subdomains and back ends where a browser ends", async () => {
  const web = await hosts((host, path, cookies) => {
    if (host === "login.example.com") {
      return to(web.at("app.example.com"), "token=7; Domain=example.com; Path=/")
    }
    if (cookies.includes("session=9")) return fine
    if (cookies.includes("token=7")) return to(web.at(host, path), "session=9; Path=/")
    return to(web.at("login.example.com", "/sign-in"))
  })
  const seen = await web.probe(web.at("app.example.com"))
  expect([seen.failure, seen.httpStatus]).toEqual([null, 200])
})

test("a site that never accepts its cookie still loops", async () => {
  const web = await hosts((host) => to(web.at(host), "seen=1; Path=/"))
  const { failure } = await web.probe(web.at("app.example.com"))
  expect(said(failure)).toContain("The redirects loop")
})

test("an own cookie that the server deletes does not make a loop", async () => {
  const web = await hosts((host, path, cookies) =>
    cookies.includes("session=stale") ? to(web.at(host, path), "session=; Max-Age=0") : fine,
  )
  const seen = await web.probe(web.at("app.example.com"), { Cookie: "session=stale" })
  expect(seen.failure).toBeNull()
})

test("own credentials are withheld elsewhere, and sent again at home", async () => {
  const seenAt: string[] = []
  const web = await hosts((host, path, cookies) => (request, response) => {
    seenAt.push(`${host}${path} ${request.headers.authorization ?? "-"} ${cookies || "-"}`)
    if (host === "other.example") return to(web.at("app.example", "/home"))(request, response)
    return (path === "/home" ? fine : to(web.at("other.example")))(request, response)
  })
  const headers = { Authorization: "Bearer secret", Cookie: "a=secret" }
  const seen = await web.probe(web.at("app.example"), headers)
  expect(seenAt).toEqual([
    "app.example/ Bearer secret a=secret",
    "other.example/ - -",
    "app.example/home Bearer secret a=secret",
  ])
  expect(seen.warnings).toEqual(
    saying(`Not sent on to ${new URL(web.at("other.example")).origin}: authorization, cookie.`),
  )
})
