import type { Finding } from "../../src/findings/finding.ts"
import { once } from "node:events"
import { expect, test } from "vitest"
import { createGuard } from "../../src/platform/guard.ts"
import { guardedRequest } from "../../src/platform/guarded-request.ts"
import { answerWith } from "../support/listeners.ts"

const guard = createGuard(["127.0.0.0/8"])
const at = (address: string) => ({ address, family: 4 })
const usual = {
  method: "GET" as const,
  headers: {},
  addresses: [at("127.0.0.9")],
  guard,
  settings: { HTTP_PROXY: undefined, HTTPS_PROXY: undefined, NO_PROXY: [] },
  signal: new AbortController().signal,
}

/** Where the request was connected to; nothing listens there. */
async function triedPort(url: string, more: { port?: number } = {}): Promise<unknown> {
  const request = guardedRequest(new URL(url), { ...usual, ...more })
  if (request === null) return null
  request.end()
  const [error] = (await once(request, "error")) as [{ port?: number }]
  return error.port
}

test("the port is the one given, otherwise that of the URL, otherwise the usual one of its scheme", async () => {
  expect(await triedPort("http://watch.example/")).toBe(80)
  expect(await triedPort("https://watch.example/")).toBe(443)
  expect(await triedPort("https://watch.example:9/")).toBe(9)
  expect(await triedPort("http://watch.example:9/", { port: 7 })).toBe(7)
})

test("without TLS it goes to opened addresses alone", () => {
  const addresses = [at("127.0.0.9"), at("203.0.113.1")]
  expect(guardedRequest(new URL("http://watch.example/"), { ...usual, addresses })).toBeNull()
  const sealed = guardedRequest(new URL("https://watch.example/"), { ...usual, addresses })
  sealed?.on("error", () => undefined).destroy()
  expect(sealed).not.toBeNull()
})

test("a connection to another address than the guard allows is ended before anything is sent", async () => {
  const heads: string[] = []
  const { port } = await answerWith((socket, head) => {
    heads.push(head)
    socket.end("HTTP/1.1 204 No Content\r\n\r\n")
  })
  const send = (refusal: Finding | null) => {
    const request = guardedRequest(new URL(`http://127.0.0.1:${port}/`), {
      ...usual,
      addresses: [at("127.0.0.1")],
      guard: { ...guard, refuse: () => refusal },
    })
    if (request === null) throw new Error("the address is opened")
    return once(request.end(), "response")
  }
  const refusal: Finding = {
    code: "address_forbidden",
    parameters: { address: "127.0.0.1", kind: "loopback" },
  }
  await expect(send(refusal)).rejects.toThrow(
    "Connected to another address: 127.0.0.1 is a loopback address.",
  )
  expect(heads).toEqual([])
  const [response] = await send(null)
  expect(response).toMatchObject({ statusCode: 204 })
})
