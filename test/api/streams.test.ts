import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { busIsIdle } from "../support/bus.ts"
import { openSocket, overEvents, overSocket, type Reader } from "../support/live.ts"
import { makeProject } from "../support/world.ts"
import { soon } from "../support/soon.ts"

const api = useApi({ ...apiEnv, SIGN_UP: "open" }, { keepAliveMs: 50 })

const watchIncidents = (projectId: string) =>
  `subscription { incidentChanged(projectId: "${projectId}") { isSnapshot incident { title } } }`

const event = (title: string, isSnapshot: boolean) => ({
  data: { incidentChanged: { isSnapshot, incident: { title } } },
})

const ended = {
  errors: [
    {
      message: "The session or key that opened this stream has ended.",
      extensions: { code: "unauthorized" },
    },
  ],
}

/** So that no stream opened afterwards gets the message. */
async function declare(projectId: string, title: string): Promise<void> {
  await declareIncident(api.world.system, { projectId, title })
  await busIsIdle(api.world)
}

type Opened = Reader & {
  /** How the socket closed; null over HTTP, where the response ends. */
  closed: Promise<{ code: number; reason: string } | null>
}

const ways: [string, (query: string, headers: Record<string, string>) => Promise<Opened>][] = [
  [
    "events",
    async (query, headers) => ({
      ...(await overEvents(api.address, query, headers)),
      closed: Promise.resolve(null),
    }),
  ],
  [
    "a socket",
    (query, { authorization, ...headers }) => {
      const { client, closed } = openSocket(api.address, authorization, headers)
      return Promise.resolve({ ...overSocket(client, query), closed })
    },
  ],
]

/** A signed-in person, as in a browser. */
async function signUp(projectId: string) {
  const email = `${newId()}@example.test`
  const response = await fetch(`${api.address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost:3000" },
    body: JSON.stringify({ name: "Ada", email, password: "correct horse battery" }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
  const { prisma } = api.world.services.database
  const user = await prisma.user.findUniqueOrThrow({ where: { email } })
  const member = await prisma.member.create({
    data: { id: newId(), projectId, userId: user.id, role: "viewer" },
  })
  return { cookie, userId: user.id, memberId: member.id }
}

test.for(ways)(
  "over %s a stream starts with the current state and sends each change",
  async ([, open]) => {
    const { id } = await makeProject(api.world)
    const { authorization } = await makeKey(api.world, id)
    await declare(id, "before")
    const stream = await open(watchIncidents(id), { authorization })
    expect(await stream.next()).toEqual(event("before", true))
    await declare(id, "after")
    expect(await stream.next()).toEqual(event("after", false))
    await stream.close()
  },
)

test.for(ways)("over %s a session cookie can open streams", async ([, open]) => {
  const { id } = await makeProject(api.world)
  const { cookie } = await signUp(id)
  await declare(id, "before")
  const stream = await open(watchIncidents(id), { cookie })
  expect(await stream.next()).toEqual(event("before", true))
  await stream.close()
})

test.for(ways)(
  "over %s a revoked key ends its streams with an error and a completion",
  async ([way, open]) => {
    const { id } = await makeProject(api.world)
    const key = await makeKey(api.world, id)
    await declare(id, "before")
    const stream = await open(watchIncidents(id), { authorization: key.authorization })
    expect(await stream.next()).toEqual(event("before", true))
    const rest = stream.rest()
    await key.revoke()
    expect(await rest).toEqual([ended])
    expect(await stream.closed).toEqual(
      way === "events"
        ? null
        : { code: 4403, reason: "The session or key of this socket has ended" },
    )
  },
)

test.for(ways)(
  "over %s an expired key ends its streams within 5 s without a message on the bus",
  async ([, open]) => {
    const { id } = await makeProject(api.world)
    const key = await makeKey(api.world, id)
    await declare(id, "before")
    const stream = await open(watchIncidents(id), { authorization: key.authorization })
    expect(await stream.next()).toEqual(event("before", true))
    const rest = stream.rest()
    const { prisma } = api.world.services.database
    await prisma.apiKey.update({ where: { id: key.id }, data: { expiresAt: new Date() } })
    const since = performance.now()
    expect(await rest).toEqual([ended])
    expect(performance.now() - since).toBeLessThan(5000)
  },
)

test.for(ways)("over %s signing out ends the streams of that session", async ([way, open]) => {
  const { id } = await makeProject(api.world)
  const { cookie } = await signUp(id)
  await declare(id, "before")
  const stream = await open(watchIncidents(id), { cookie })
  expect(await stream.next()).toEqual(event("before", true))
  const rest = stream.rest()
  const out = await fetch(`${api.address}/api/auth/sign-out`, {
    method: "POST",
    headers: { cookie, origin: "http://localhost:3000", "content-type": "application/json" },
    body: "{}",
  })
  expect(out.status).toBe(200)
  expect(await rest).toEqual([ended])
  expect((await stream.closed)?.code).toBe(way === "events" ? undefined : 4403)
})

test.for(ways)(
  "over %s a removed member's stream ends as for an unknown project",
  async ([, open]) => {
    const { id } = await makeProject(api.world)
    const { cookie, memberId } = await signUp(id)
    await declare(id, "before")
    const stream = await open(watchIncidents(id), { cookie })
    expect(await stream.next()).toEqual(event("before", true))
    const rest = stream.rest()
    await removeMember(api.world.system, memberId)
    expect(await rest).toEqual([
      { errors: [{ message: "There is no such project.", extensions: { code: "not_found" } }] },
    ])
    await stream.close()
  },
)

test.for(ways)("over %s another project's id fails like an unknown one", async ([, open]) => {
  const mine = await makeProject(api.world)
  const theirs = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, mine.id)
  const answers = []
  for (const id of [theirs.id, newId()]) {
    const stream = await open(watchIncidents(id), { authorization })
    answers.push(await stream.rest())
    await stream.close()
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toEqual([
    {
      errors: [
        {
          message: "There is no such project.",
          locations: [{ line: 1, column: 16 }],
          path: ["incidentChanged"],
          extensions: { code: "not_found" },
        },
      ],
    },
  ])
})

test("keeps an idle event stream open with comments", async () => {
  const { id } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, id)
  const stream = await overEvents(api.address, watchIncidents(id), { authorization })
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream")
  const first = stream.next()
  await soon(() => stream.lines.filter((line) => line === ":").length).toBeGreaterThan(3)
  await declare(id, "at last")
  expect(await first).toEqual(event("at last", false))
  await stream.close()
})

test("opens a stream by GET, as a browser's EventSource does", async () => {
  const { id } = await makeProject(api.world)
  const { cookie } = await signUp(id)
  await declare(id, "before")
  const query = new URLSearchParams({ query: watchIncidents(id) })
  const response = await fetch(`${api.address}/graphql?${query}`, {
    headers: { accept: "text/event-stream", cookie },
  })
  let said = ""
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += piece
    if (said.includes("}\n\n")) break
  }
  // More comments may follow in the same piece.
  const [, comments, rest] = /^((?::\n\n)*)(.*?\n\n)/s.exec(said) ?? []
  expect(comments).toContain(":\n\n")
  expect(rest).toBe(`event: next\ndata: ${JSON.stringify(event("before", true))}\n\n`)
})

test("answers queries by events on request, and subscriptions only by events", async () => {
  const { id } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, id)
  const once = await overEvents(api.address, "{ __typename }", { authorization })
  expect(await once.rest()).toEqual([{ data: { __typename: "Query" } }])
  const refused = await api.post(
    { query: watchIncidents(id) },
    { authorization, accept: "application/json" },
  )
  expect([refused.status, refused.body]).toEqual([
    406,
    {
      errors: [
        {
          message:
            "Subscriptions return server-sent events. Send the header Accept: text/event-stream.",
          extensions: { code: "not_acceptable" },
        },
      ],
    },
  ])
  const invalid = await overEvents(api.address, "subscription { nope }", { authorization })
  expect([invalid.response.status, invalid.response.headers.get("content-type")]).toEqual([
    400,
    "application/json; charset=utf-8",
  ])
  await invalid.close()
})

test("refuses the 101st event stream until another one leaves", async () => {
  const { id } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, id)
  const open = () => overEvents(api.address, watchIncidents(id), { authorization })
  const streams = await Promise.all(Array.from({ length: 100 }, open))
  expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]))
  const refused = await open()
  expect([refused.response.status, await refused.response.json()]).toEqual([
    429,
    {
      errors: [
        {
          message: "You can have at most 100 open streams. Close one first.",
          extensions: { code: "rate_limited" },
        },
      ],
    },
  ])
  await Promise.all(streams.map((stream) => stream.close()))
  await soon(async () => {
    const again = await open()
    await again.close()
    return again.response.status
  }).toBe(200)
})
