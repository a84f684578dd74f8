import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { clientName } from "../../src/graphql/workspace/oauth/client-name.ts"
import { fetchClientDocument } from "../../src/graphql/workspace/oauth/fetch-client-document.ts"
import { isOurResource } from "../../src/graphql/workspace/oauth/mcp-resource.ts"
import {
  isRegistered,
  redirectFault,
} from "../../src/graphql/workspace/oauth/rules/redirect-uri.ts"
import { testEnv } from "../support/world.ts"

const long = (length: number) => "https://agent.example/".padEnd(length, "x")

test.each([
  ["https://agent.example/back", null],
  [long(2048), null],
  ["http://127.0.0.1:1/", null],
  ["http://localhost/", null],
  ["http://[::1]:1/back", null],
  ["com.example.agent:/back", null],
  [long(2049), "must be a complete URL of at most 2,048 characters"],
  ["https://agent.example/ back", "must be a complete URL of at most 2,048 characters"],
  ["https:\\\\agent.example", "must be a complete URL of at most 2,048 characters"],
  ["/back", "must be a complete URL of at most 2,048 characters"],
  ["https://agent.example/#", "must not have a fragment (#…)"],
  ["https://ada@agent.example/", "must not contain a user name or password"],
  ["https://:pass@agent.example/", "must not contain a user name or password"],
  [
    "http://agent.example/",
    "must start with https://, or be on this machine: http://127.0.0.1 or http://localhost",
  ],
  ["javascript:alert(1)", "must not have the scheme javascript:"],
  ["ws://localhost/", "must not have the scheme ws:"],
  ["wss://127.0.0.1/", "must not have the scheme wss:"],
])("the redirect URI %s: %s", (uri, fault) => {
  expect(redirectFault(uri)).toBe(fault)
})

test.each([
  ["https://agent.example/back", ["https://agent.example/back"], true],
  ["https://agent.example/back/", ["https://agent.example/back"], false],
  ["https://agent.example:8443/back", ["https://agent.example/back"], false],
  ["http://127.0.0.1:9/back", ["http://127.0.0.1:1/back"], true],
  ["http://127.0.0.1:9/other", ["http://127.0.0.1:1/back"], false],
  ["http://localhost:9/back", ["http://127.0.0.1:1/back"], false],
  ["http://127.0.0.1:9/back", ["https://127.0.0.1/back", "http://127.0.0.1/back"], true],
  ["http://127.0.0.1:9/back", ["https://127.0.0.1:9/back"], false],
  ["https://127.0.0.1:9/back", ["https://127.0.0.1/back"], false],
])("%s of a client with %j: %s", (uri, registered, isKnown) => {
  expect(isRegistered(uri, registered)).toBe(isKnown)
})

test("a client means /mcp if it names it, the server, or nothing", () => {
  const env = { BASE_URL: "https://watch.example" }
  const named = [null, undefined, env.BASE_URL, `${env.BASE_URL}/`, `${env.BASE_URL}/mcp/`]
  expect(named.map((one) => isOurResource(env, one))).toEqual(named.map(() => true))
  const others = ["", "https://other.example/mcp", `${env.BASE_URL}/v1`, `${env.BASE_URL}/mcp//`]
  expect(others.map((one) => isOurResource(env, one))).toEqual(others.map(() => false))
})

test("a name has only characters that people see", () => {
  expect(clientName(" An\u202E  agent\n")).toBe("An agent")
  expect(clientName("\u200B \u2028")).toBeNull()
  expect(clientName("")).toBeNull()
})

const callback = "https://agent.example/back"

/** A server of metadata documents; each path has one. */
async function serve(answers: Record<string, { status?: number; body: object | string }>) {
  const server = createServer((req, res) => {
    const { status = 200, body } = answers[req.url ?? ""] ?? { status: 404, body: "" }
    res.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const read = (url: string) =>
  fetchClientDocument({ env: testEnv }, url).catch((error: unknown) => String(error))

test("a metadata document is read from the URL that it names, and nothing else is one", async () => {
  const answers: Parameters<typeof serve>[0] = {}
  const base = await serve(answers)
  const host = new URL(base).host
  const document = (path: string, more: object = {}) => ({
    body: { client_id: `${base}${path}`, client_name: "Agent", redirect_uris: [callback], ...more },
  })
  Object.assign(answers, {
    "/agent": document("/agent"),
    "/nameless": document("/nameless", { client_name: "\u200B" }),
    "/gone": { ...document("/gone"), status: 410 },
    "/text": { body: "hello" },
    "/secret": document("/secret", { token_endpoint_auth_method: "client_secret_basic" }),
    "/other": document("/agent"),
    "/evil": document("/evil", { redirect_uris: [callback, "http://agent.example/"] }),
    "/": document("/"),
  })
  const known = { id: `${base}/agent`, name: "Agent", redirectUris: [callback], host }
  expect(await read(`${base}/agent`)).toEqual(known)
  expect(await read(`${base}/nameless`)).toMatchObject({ name: host })
  const written = /its URL must have a path and be written in full/
  for (const [url, words] of [
    [`${base}/gone`, /the URL returned status 410/],
    [`${base}/text`, /it must be JSON with client_id/],
    [`${base}/secret`, /for a client without a secret/],
    [`${base}/other`, /its client_id is not its URL/],
    [`${base}/evil`, /one of its redirect_uris is not allowed/],
    [`${base}/`, written],
    [`${base}/agent#x`, written],
    [`${base}/x/../agent`, written],
    [base.replace("//", "//ada@").concat("/agent"), written],
    [base.replace("//", "//:pass@").concat("/agent"), written],
    ["http://169.254.169.254/agent", /metadata/],
    ["http://1.1.1.1/agent", /URLs without TLS/],
  ] as const) {
    expect([url, await read(url)]).toEqual([url, expect.stringMatching(words)])
  }
})
