import { expect, test, vi } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { makeKey, useApi } from "../support/api.ts"
import { busIsIdle } from "../support/bus.ts"
import { openSocket, overEvents, overSocket, type Reader } from "../support/live.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi()
const { world } = api

const watchPages = (projectId: string, fields: string) =>
  `subscription { statusPageChanged(projectId: "${projectId}") { isSnapshot statusPage { ${fields} } } }`

const openers: ((query: string, authorization: string) => Promise<Reader>)[] = [
  (query, authorization) => overEvents(api.address, query, { authorization }),
  (query, authorization) => {
    const { client } = openSocket(api.address, authorization)
    return Promise.resolve(overSocket(client, query))
  },
]

/** How often the page was read during `work`: once per execution. */
async function countReads(work: () => Promise<void>): Promise<number> {
  const { prisma } = world.services.database
  const read = vi.spyOn(prisma.statusPage, "findUniqueOrThrow")
  try {
    await work()
    return read.mock.calls.length
  } finally {
    read.mockRestore()
  }
}

test("executes streams with the same document and permissions once per change, across keys and transports", async () => {
  const { page, projectId } = await makePublicPage(world)
  const keys = await Promise.all([1, 2, 3].map(() => makeKey(world, projectId)))
  const query = watchPages(projectId, "name resources(first: 5) { pageInfo { hasNextPage } }")
  await busIsIdle(world)
  const streams = await Promise.all(
    keys.flatMap(({ authorization }) => openers.map((open) => open(query, authorization))),
  )
  for (const stream of streams) {
    expect(await stream.next()).toMatchObject({ data: { statusPageChanged: { isSnapshot: true } } })
  }
  const reads = await countReads(async () => {
    await updateStatusPage(world.system, { id: page.id, name: "Changed" })
    const heard = await Promise.all(streams.map((stream) => stream.next()))
    for (const one of heard) {
      expect(one).toMatchObject({
        data: { statusPageChanged: { isSnapshot: false, statusPage: { name: "Changed" } } },
      })
    }
  })
  expect(reads).toBe(1)
  await Promise.all(streams.map((stream) => stream.close()))
})

test("shares nothing between streams with different permissions or documents", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  await attach("Shop")
  const query = watchPages(
    projectId,
    "name resources(first: 1) { edges { node { displayName monitor { name } } } }",
  )
  const whole = await makeKey(world, projectId)
  const less = await makeKey(world, projectId, ["status_pages:read"])
  await busIsIdle(world)
  const [one, other, third] = await Promise.all([
    overEvents(api.address, query, { authorization: whole.authorization }),
    overEvents(api.address, query, { authorization: less.authorization }),
    overEvents(api.address, watchPages(projectId, "slug"), { authorization: whole.authorization }),
  ])
  await Promise.all([one.next(), other.next(), third.next()])
  await updateStatusPage(world.system, { id: page.id, name: "Changed" })
  expect(await one.next()).toMatchObject({
    data: {
      statusPageChanged: {
        statusPage: { resources: { edges: [{ node: { monitor: { name: "prod-eu-1" } } }] } },
      },
    },
  })
  expect(await other.next()).toMatchObject({
    errors: [{ extensions: { code: "insufficient_scope" } }],
  })
  expect(await third.next()).toEqual({
    data: { statusPageChanged: { isSnapshot: false, statusPage: { slug: page.slug } } },
  })
  await Promise.all([one.close(), other.close(), third.close()])
})

test("stops only the shared stream whose key ended", async () => {
  const { page, projectId } = await makePublicPage(world)
  const query = watchPages(projectId, "name")
  const stays = await makeKey(world, projectId)
  const goes = await createKey(world.system, {
    projectId,
    class: "public",
    name: "goes",
    scopes: ["status_pages:read", "monitors:read"],
  })
  const authorization = `Bearer ${goes.token}`
  await busIsIdle(world)
  const [kept, ended] = await Promise.all([
    overEvents(api.address, query, { authorization: stays.authorization }),
    overEvents(api.address, query, { authorization }),
  ])
  await Promise.all([kept.next(), ended.next()])
  const rest = ended.rest()
  // Without a message on the bus: permissions must be checked at the event itself.
  await world.services.database.prisma.apiKey.update({
    where: { id: goes.key.id },
    data: { revokedAt: new Date() },
  })
  await updateStatusPage(world.system, { id: page.id, name: "Changed" })
  expect(await kept.next()).toMatchObject({
    data: { statusPageChanged: { statusPage: { name: "Changed" } } },
  })
  expect(await rest).toMatchObject([{ errors: [{ extensions: { code: "unauthorized" } }] }])
  await kept.close()
})

test("separates anonymous streams of different operations in one document", async () => {
  const names = ["Shop", "Bank"]
  const document = await Promise.all(
    names.map(async (name) => {
      const { page } = await makePublicPage(world, { name })
      return `subscription ${name} { publicStatusPageChanged(slug: "${page.slug}") { name } }`
    }),
  )
  const streams: Reader[] = []
  for (const name of names) {
    const stream = await overEvents(api.address, document.join("\n"), {}, name)
    expect(await stream.next()).toEqual({ data: { publicStatusPageChanged: { name } } })
    streams.push(stream)
  }
  await Promise.all(streams.map((stream) => stream.close()))
})
