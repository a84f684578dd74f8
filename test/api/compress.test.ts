import { request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { codingOf } from "../../src/http/compress.ts"
import { schema } from "../../src/graphql/schema.ts"
import { operations } from "../../src/rest/operations.ts"
import { revealsSecret } from "../../src/graphql/execution/reveals-secret.ts"
import { isObjectType, parse } from "graphql"
import { insertMonitor } from "../support/checks.ts"
import { makeKey, useApi } from "../support/api.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

type Asked = { method?: string; path: string; headers: Record<string, string>; body?: string }

/** As sent: fetch would unpack it. */
async function send({ method = "GET", path, headers, body }: Asked) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    encoding: string | undefined
    vary: string | undefined
    length: number
    bytes: Buffer
  }>()
  const call = request(`${api.address}${path}`, { method, headers, agent: false }, (response) => {
    buffer(response).then(
      (bytes) =>
        resolve({
          encoding: response.headers["content-encoding"],
          vary: response.headers.vary,
          length: Number(response.headers["content-length"]),
          bytes,
        }),
      reject,
    )
  })
  call.on("error", reject)
  call.end(body)
  return promise
}

async function makeMonitors() {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId)
  for (let at = 0; at < 20; at += 1) await insertMonitor(api.world, projectId)
  return { projectId, authorization }
}

test("reads are compressed as the client asks, over /v1 and GraphQL", async () => {
  const { projectId, authorization } = await makeMonitors()
  const list = (coding?: string) =>
    send({
      path: "/v1/monitors",
      headers: { authorization, ...(coding === undefined ? {} : { "accept-encoding": coding }) },
    })
  const plain = await list()
  expect(plain.encoding).toBeUndefined()
  const zipped = await list("gzip")
  expect(zipped).toMatchObject({ encoding: "gzip", length: zipped.bytes.length })
  expect(zipped.vary).toContain("Accept-Encoding")
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 4)
  expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes)
  const brotli = await list("gzip, deflate, br")
  expect(brotli.encoding).toBe("br")
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)

  const ask = (query: string) =>
    send({
      method: "POST",
      path: "/graphql",
      headers: {
        authorization,
        "content-type": "application/json",
        "accept-encoding": "gzip",
      },
      body: JSON.stringify({ query, variables: { id: projectId } }),
    })
  const monitors = "query ($id: ID!) { project(id: $id) { monitors { edges { node { id name"
  const answer = await ask(`${monitors} kind interval url createdAt updatedAt } } } } }`)
  expect(answer.encoding).toBe("gzip")
  expect(JSON.parse(gunzipSync(answer.bytes).toString())).toHaveProperty("data.project.monitors")
  const small = await ask("query ($id: ID!) { project(id: $id) { id } }")
  expect(small.encoding).toBeUndefined()
})

test("an answer with a secret is never compressed", async () => {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId)
  const monitor = await insertMonitor(api.world, projectId)
  const description = "x".repeat(4000)
  const where = { id: monitor.id }
  await api.world.services.database.prisma.monitor.update({ where, data: { description } })
  const read = (fields: string) =>
    send({
      method: "POST",
      path: "/graphql",
      headers: {
        authorization,
        "content-type": "application/json",
        "accept-encoding": "gzip, br",
      },
      body: JSON.stringify({
        query: `query ($id: ID!) { monitor(id: $id) { description ${fields} } }`,
        variables: { id: monitor.id },
      }),
    })
  expect((await read("name")).encoding).toBe("br")
  expect((await read("heartbeatUrl")).encoding).toBeUndefined()
  expect((await read("...F } } fragment F on Monitor { headers { name")).encoding).toBeUndefined()
})

test("no read of /v1 returns a secret, and every field that is one is marked", () => {
  const marked = new Set<string>()
  const suspicious = new Set<string>()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const [name, field] of Object.entries(type.getFields())) {
      const path = `${type.name}.${name}`
      if (field.extensions["isSecret"] === true) marked.add(path)
      if (/^(secret|token|heartbeatUrl|password)$/.test(name)) suspicious.add(path)
    }
  }
  // The others are returned once, by the mutation that creates them, and mutations are not compressed.
  expect([...suspicious].filter((path) => !marked.has(path)).toSorted()).toEqual([
    "CreatedKey.token",
    "CreatedWebhookEndpoint.secret",
    "RotatedWebhookSecret.secret",
  ])
  const reads = operations.filter(({ method }) => method === "GET")
  expect(reads.filter(({ document }) => revealsSecret(schema, document))).toEqual([])
  expect(revealsSecret(schema, parse("{ node(id: 1) { ... on Monitor { heartbeatUrl } } }"))).toBe(
    true,
  )
})

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["gzip", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0, gzip;q=0.1", "gzip"],
  ["gzip;q=0", null],
  ["*", "br"],
  ["*;q=0, gzip", "gzip"],
  ["zstd", null],
])("of %j, %j is chosen", (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding)
})
