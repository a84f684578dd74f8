import { randomUUID } from "node:crypto"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { beforeAll, expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createBudget } from "../../src/api/budget.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createExecutor } from "../../src/graphql/execution/execute.ts"
import { schema } from "../../src/graphql/schema.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { openSocket, overSocket } from "../support/live.ts"
import { createBrowser } from "../support/sign-in.ts"
import { makeProject } from "../support/world.ts"

const api = useApi({ ...apiEnv, SIGN_UP: "open" })
const held = { projectId: "", authorization: "" }

beforeAll(async () => {
  const project = await makeProject(api.world)
  held.projectId = project.id
  held.authorization = (await makeKey(api.world, project.id)).authorization
})

const within = (selections: string) => `{ project(id: "${randomUUID()}") { ${selections} } }`
/** About 4 kB, in which each field overlaps with every other. */
const overlapping = () => within("labels(first: 1) { edges { node { id } } } ".repeat(90))

const refused = (message: RegExp) => ({
  status: 400,
  body: {
    errors: [
      { message: expect.stringMatching(message), extensions: { code: "validation_failed" } },
    ],
  },
})

test.each([
  ["lists", `{ a(b: ${"[".repeat(10_000)}${"]".repeat(10_000)}) }`],
  ["objects", `{ a(b: ${"{ c: ".repeat(600)}1${" }".repeat(600)}) }`],
  ["selections", `${"{ a ".repeat(900)}${"}".repeat(900)}`],
  ["types", `query ($a: ${"[".repeat(900)}Int${"]".repeat(900)}) { a }`],
])("refuses %s nested beyond 50 levels before parsing", async (_, query) => {
  const message =
    /^The document has brackets nested more than 50 levels deep at line 1, column \d+\./
  expect(await api.post({ query })).toMatchObject(refused(message))
  expect(await api.post({ query }, { authorization: held.authorization })).toMatchObject(
    refused(message),
  )
})

test("does not count brackets within strings and comments", async () => {
  const query = `# ${"[".repeat(100)}
    { project(id: "${"{".repeat(100)}") { id } a: project(id: """${"(".repeat(100)}""") { id } }`
  const { body } = await api.post({ query })
  expect(body.errors[0].message).not.toMatch(/nested/)
})

test("refuses fields that overlap too often, in one place, below it, and through fragments", async () => {
  const message = /^The document selects the same fields too often in one place\./
  const fragments = Array.from(
    { length: 150 },
    (_, at) => `fragment F${at} on Project { id }`,
  ).join(" ")
  const spreads = Array.from({ length: 150 }, (_, at) => `...F${at} `).join("")
  for (const query of [
    overlapping(),
    `{ ${`project(id: "1") { labels { edges { node { ${"id ".repeat(12)} } } } } `.repeat(12)} }`,
    `${within(spreads)} ${fragments}`,
  ]) {
    expect(await api.post({ query })).toMatchObject(refused(message))
  }
})

test("accepts the overlap of realistic documents", async () => {
  const shared = "id name plan createdAt labels { edges { node { id name } } }"
  const fragments = Array.from(
    { length: 20 },
    (_, at) => `fragment F${at} on Project { ${shared} }`,
  ).join(" ")
  const spreads = Array.from({ length: 20 }, (_, at) => `...F${at} `).join("")
  const query = `{ project(id: "${held.projectId}") { ${spreads} } } ${fragments}`
  const { status, body } = await api.post({ query }, { authorization: held.authorization })
  expect([status, body.errors]).toEqual([200, undefined])
})

/** A request from another loopback address, so that each anonymous client has its own. */
function postFrom(localAddress: string, query: string) {
  return new Promise<{ status: number | undefined; retryAfter: string | undefined; text: string }>(
    (resolve, reject) => {
      const call = request(
        `${api.address}/graphql`,
        { method: "POST", localAddress, headers: { "content-type": "application/json" } },
        (response) => {
          const { statusCode: status, headers } = response
          text(response).then(
            (got) => resolve({ status, retryAfter: headers["retry-after"], text: got }),
            reject,
          )
        },
      )
      call.on("error", reject)
      call.end(JSON.stringify({ query }))
    },
  )
}

/** How long another client waits for a response meanwhile, in ms. */
const honest = async () => {
  const beganMs = performance.now()
  const { status } = await api.post(
    { query: `{ project(id: "${held.projectId}") { name } }` },
    { authorization: held.authorization },
  )
  expect(status).toBe(200)
  return performance.now() - beganMs
}

/** Other programs on the machine delay some requests; a costly document would delay all. */
const lowerQuartile = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? 0

test("five anonymous clients with costly documents do not delay others", async () => {
  const query = overlapping()
  const alone: number[] = []
  for (let count = 0; count < 21; count += 1) alone.push(await honest())
  let isOver = false
  const statuses = new Set<number | undefined>()
  const attack = async (address: string) => {
    while (!isOver) statuses.add((await postFrom(address, query)).status)
  }
  const attackers = [2, 3, 4, 5, 6].map((last) => attack(`127.0.0.${last}`))
  const times: number[] = []
  for (let count = 0; count < 41; count += 1) times.push(await honest())
  isOver = true
  await Promise.all(attackers)
  expect(statuses).toContain(400)
  expect(lowerQuartile(times)).toBeLessThan(Math.max(250, 10 * lowerQuartile(alone)))
})

test("limits the parse time per minute of an anonymous client", () => {
  let nowMs = 0
  let usedMs = 0
  const clock = { now: () => new Date(), monotonicMs: () => nowMs }
  const budget = createBudget(clock, createExecutor(schema), () => (usedMs += 300))
  const ctx = contextFor(api.world.services, { kind: "anonymous" })
  const send = (peer: string) =>
    budget.authorize({ document: "{ __typename }", ctx, requestId: "test" }, peer)
  const many = () => Array.from({ length: 10 }, () => send("192.0.2.1"))
  expect(many).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      headers: { "retry-after": expect.any(String) },
    }),
  )
  expect(send("192.0.2.2")).toHaveProperty("cost", 1)
  nowMs += 60_000
  expect(send("192.0.2.1")).toHaveProperty("cost", 1)
})

async function signedIn() {
  const browser = createBrowser(createAuth(api.world.services), apiEnv.BASE_URL, "192.0.2.9")
  const person = { name: "Ada", email: `${randomUUID()}@example.test`, password: "correct horse" }
  expect((await browser.send("/sign-up/email", person)).status).toBe(200)
  return browser.headers().get("cookie") ?? ""
}

test("limits the fields per minute of a person, over HTTP and over a socket", async () => {
  const cookie = await signedIn()
  const page =
    "incidents(first: 100) { edges { node { updates(first: 98) { edges { node { id kind body } } } } } }"
  const send = (headers: Record<string, string>) => api.post({ query: within(page) }, headers)
  const answers = await Promise.all(Array.from({ length: 41 }, () => send({ cookie })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  const beyond = answers.find(({ status }) => status === 429)
  expect(beyond?.body.errors[0]).toEqual({
    message:
      "At most 2,000,000 fields may be selected per minute. Request smaller pages with first, or send fewer requests.",
    extensions: { code: "rate_limited" },
  })
  expect(Number(beyond?.headers.get("retry-after"))).toBeGreaterThan(0)
  const { client } = openSocket(api.address, undefined, { cookie })
  await expect(overSocket(client, "{ __typename }").next()).rejects.toMatchObject([
    { extensions: { code: "rate_limited" } },
  ])
  await client.dispose()
  expect((await send({ cookie: await signedIn() })).status).toBe(200)
})
