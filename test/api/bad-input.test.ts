import { request, type RequestOptions } from "node:http"
import { text } from "node:stream/consumers"
import { getIntrospectionQuery } from "graphql"
import { afterEach, beforeAll, expect, test } from "vitest"
import { makeKey, useApi } from "../support/api.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const held: { projectId: string; authorization: string } = { projectId: "", authorization: "" }

beforeAll(async () => {
  const project = await makeProject(api.world)
  held.projectId = project.id
  held.authorization = (await makeKey(api.world, project.id)).authorization
})

/** A refused request must have created nothing. */
afterEach(async () => {
  if ((await labels()) > 0) throw new Error("a refused request was executed")
})

/** What an accepted request would have created. */
const labels = () =>
  api.world.services.database.prisma.label.count({ where: { projectId: held.projectId } })

const create = (name = "x") =>
  `mutation { createLabel(projectId: "${held.projectId}", name: ${JSON.stringify(name)}) { id } }`

const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.post(body, { authorization: held.authorization, ...headers })

const refusal = (message: string, code = "validation_failed", rest = {}) => ({
  errors: [{ message, extensions: { code, ...rest } }],
})

const named = `mutation ($name: String!) {
  createLabel(projectId: "PROJECT", name: $name) { id }
}`
const withName = (name: unknown) =>
  post({ query: named.replace("PROJECT", held.projectId), variables: { name } })

test("refuses a NUL in a variable, naming the variable", async () => {
  const { status, body } = await withName("a\u0000b")
  expect(status).toBe(400)
  expect(body).toEqual(
    refusal("The input is not valid: #/name must not contain a NUL character", undefined, {
      errors: [{ pointer: "#/name", detail: "must not contain a NUL character" }],
    }),
  )
})

test("refuses a NUL in the document, naming its line", async () => {
  const { status, body } = await post({ query: create("a\u0000b") })
  expect(status).toBe(400)
  expect(body.errors[0].message).toBe(
    "The input is not valid: #/query must not contain a NUL character, as the text at line 1, column 81 does",
  )
})

test("refuses an unpaired surrogate in a variable, in a key and in the document", async () => {
  const inVariable = await withName("\ud800")
  expect(inVariable.status).toBe(400)
  expect(inVariable.body.errors[0].extensions.errors).toEqual([
    { pointer: "#/name", detail: "must not contain an unpaired surrogate" },
  ])
  const inKey = await withName({ "\udfff": 1 })
  expect(inKey.body).toEqual(
    refusal("The input is not valid: #/name must not have such a key", undefined, {
      errors: [{ pointer: "#/name", detail: "must not have such a key" }],
    }),
  )
  const inDocument = await post({ query: create("\\ud800").replace("\\\\", "\\") })
  expect(inDocument.status).toBe(400)
  expect(inDocument.body.errors[0].message).toMatch(/^Syntax Error: Invalid Unicode escape/)
})

test("refuses a string of 2 MB while reading it, with and without a declared length", async () => {
  const large = { query: named, variables: { name: "x".repeat(2_000_000) } }
  const expected = refusal(
    "The body is larger than 1,048,576 bytes. Send less at once.",
    "payload_too_large",
  )
  const declared = await post(large)
  expect([declared.status, declared.body]).toEqual([413, expected])
  const chunked = await send(
    {
      method: "POST",
      path: "/graphql",
      headers: { "content-type": "application/json", authorization: held.authorization },
    },
    JSON.stringify(large),
  )
  expect([chunked.status, JSON.parse(chunked.body)]).toEqual([413, expected])
})

test("a variable nested a hundred thousand levels deep overflows nothing", async () => {
  const depth = 100_000
  const { status, body } = await post(
    `{"query":${JSON.stringify(create())},"variables":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`,
  )
  expect(status).toBe(400)
  expect(body.errors[0].message).toMatch(/must not be nested more than 20 levels deep$/)
})

const nested = (levels: number) =>
  `{ project(id: "1") ${"{ labels { edges { node ".repeat(levels)} { id } ${"} } }".repeat(levels)} }`

test("refuses depth 50, also within fragments", async () => {
  const plain = await post({ query: nested(16) })
  expect(plain.status).toBe(400)
  expect(plain.body).toEqual(
    refusal(
      "The document is 50 levels deep; at most 12 are allowed. Query deeper objects by their id.",
    ),
  )
  const chain = Array.from(
    { length: 12 },
    (_, at) => `fragment F${at} on Project { labels { edges { ...F${at + 1} } } }`,
  ).join(" ")
  const hidden = await post({
    query: `{ project(id: "1") { ...F0 } } ${chain} fragment F12 on Project { id }`,
  })
  expect(hidden.body).toEqual(
    refusal(
      "The document is 26 levels deep; at most 12 are allowed. Query deeper objects by their id.",
    ),
  )
})

test("refuses a cyclic fragment, also an unused one", async () => {
  const cycle = await post({
    query: `{ project(id: "1") { ...A } } fragment A on Project { ...B } fragment B on Project { ...A }`,
  })
  expect([cycle.status, cycle.body]).toEqual([400, refusal("The fragment A spreads itself.")])
  const loose = await post({
    query: `{ __typename } fragment A on Project { labels { edges { node { ...A } } } }`,
  })
  expect([loose.status, loose.body]).toEqual([
    400,
    refusal("The fragment A is never used. Remove it."),
  ])
})

test("refuses 1,000 aliases, also multiplied by fragments", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => `a${at}: __typename`).join(" ")
  const plain = await post({ query: `{ ${many} }` })
  expect([plain.status, plain.body.errors[0].message]).toEqual([
    400,
    "Syntax Error: Document contains more than 2000 tokens. Parsing aborted.",
  ])
  const fifty = Array.from({ length: 51 }, (_, at) => `a${at}: name`).join(" ")
  const few = await post({ query: `{ project(id: "1") { ${fifty} } }` })
  expect([few.status, few.body]).toEqual([
    400,
    refusal("The operation uses 51 aliases; at most 50 are allowed. Send several requests."),
  ])
  const spread = await post({
    query: `{ ${"...F ".repeat(4)} } fragment F on Query { project(id: "1") { ${fifty.slice(0, 150)} } }`,
  })
  expect(spread.status).toBe(400)
  expect(spread.body.errors[0].message).toMatch(/^The operation uses \d+ aliases/)
})

test("refuses exponential fragments, wide roots, long selections and many directives", async () => {
  const doubling = Array.from(
    { length: 30 },
    (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`,
  ).join(" ")
  const bomb = await post({ query: `{ ...F0 } ${doubling} fragment F30 on Query { __typename }` })
  expect(bomb.body).toEqual(
    refusal(
      "The operation has 1073741824 fields at its root; at most 20 are allowed. Send several requests.",
    ),
  )
  const mutations = await post({ query: `mutation { ${"createLabel ".repeat(21)} }` })
  expect(mutations.body.errors[0].message).toMatch(/has 21 fields at its root/)
  const wide = await post({ query: `{ project(id: "1") { ${"name ".repeat(201)} } }` })
  expect(wide.body).toEqual(
    refusal("One selection has 201 fields and fragments; at most 200 are allowed."),
  )
  const skips = await post({ query: `{ __typename ${"@skip(if: true) ".repeat(21)} }` })
  expect(skips.body).toEqual(refusal("The operation uses 21 directives; at most 20 are allowed."))
})

test("multiplies cost by page sizes, whether literal, default or from a variable", async () => {
  const query = `query ($first: Int) {
    project(id: "${held.projectId}") {
      incidents(first: 100) { edges { node { updates(first: $first) { edges { node {
        id kind body
      } } } } } }
    }
  }`
  const dear = await post({ query, variables: { first: 100 } })
  expect([dear.status, dear.body.errors[0].message]).toEqual([
    400,
    "The operation may select 50,302 fields; at most 50,000 are allowed. Request smaller pages with first, or fewer fields per row.",
  ])
  const huge = await post({ query, variables: { first: 1_000_000 } })
  expect(huge.body).toEqual(dear.body)
  const fair = await post({ query, variables: { first: 20 } })
  expect([fair.status, fair.body]).toEqual([
    200,
    { data: { project: { incidents: { edges: [] } } } },
  ])
  const byDefault = await post({ query })
  expect(byDefault.status).toBe(200)
})

test("allows introspection for keys but not for anonymous callers, within the limits", async () => {
  const full = getIntrospectionQuery()
  expect((await post({ query: full })).body).toMatchObject({
    data: { __schema: { queryType: { name: "Query" } } },
  })
  const stranger = await api.post({ query: full })
  expect([stranger.status, stranger.body.errors[0].extensions.code]).toEqual([401, "unauthorized"])
  const lists = await post({
    query: `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
  })
  expect(lists.body.errors[0].message).toBe("Maximum introspection depth exceeded")
  const deep = await post({
    query: `{ __schema { types { ${"ofType { ".repeat(25)} name ${"}".repeat(25)} } } }`,
  })
  expect(deep.body).toEqual(refusal("The introspection is 28 levels deep; at most 20 are allowed."))
  const disguised = await post({
    query: `{ project(id: "1") { ...__schema } } fragment __schema on Project {
      ${"labels { edges { node { ".repeat(5)} id ${"} } }".repeat(5)} }`,
  })
  expect(disguised.body.errors[0].message).toMatch(/^The document is 17 levels deep/)
})

test("suggests similar names to keys, not to anonymous callers", async () => {
  const query = `{ project(id: "1") { nam } }`
  expect((await post({ query })).body.errors[0].message).toBe(
    'Cannot query field "nam" on type "Project". Did you mean "name"?',
  )
  expect((await api.post({ query })).body.errors[0].message).toBe(
    'Cannot query field "nam" on type "Project".',
  )
})

test("refuses a batch as a whole", async () => {
  const { status, body } = await post([{ query: create() }, { query: create("y") }])
  expect([status, body]).toEqual([
    400,
    refusal("Send one operation per request. Batches are not supported."),
  ])
})

test("refuses forms, plain text and bare documents before reading them", async () => {
  for (const type of [
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "application/graphql",
    "application/graphql+json",
  ]) {
    const { status, body } = await post(
      type.startsWith("text") ? JSON.stringify({ query: create() }) : `query=${create()}`,
      { "content-type": type },
    )
    expect([status, body]).toEqual([
      415,
      refusal(
        `Send the request as application/json, as in {"query": "…", "variables": {}}; ${type} is not supported.`,
        "unsupported_media_type",
      ),
    ])
  }
  const zipped = await post({ query: create() }, { "content-encoding": "gzip" })
  expect([zipped.status, zipped.body]).toEqual([
    415,
    refusal("Send the body without a content encoding.", "unsupported_media_type"),
  ])
})

test("refuses a foreign Origin, with a key as with a cookie; allows our own and none", async () => {
  const otherScheme = api.address.replace("http:", "https:")
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", otherScheme]) {
    const { status, body, headers } = await post({ query: create() }, { origin })
    expect([status, body]).toEqual([
      403,
      refusal(
        `Pages of ${origin} may not call this API. Add that origin to ALLOWED_ORIGINS to allow it.`,
        "foreign_origin",
      ),
    ])
    expect(headers.get("access-control-allow-origin")).toBeNull()
  }
  for (const origin of [api.address, "http://localhost:3000"]) {
    expect((await post({ query: "{ __typename }" }, { origin })).status).toBe(200)
  }
  const asked = await fetch(`${api.address}/graphql`, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  })
  expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([403, null])
})

test("never executes a mutation sent by GET", async () => {
  expect(await get({ query: create() })).toEqual([
    405,
    refusal("GET requests cannot run mutations. Send them by POST.", "method_not_allowed"),
    "POST",
  ])
  expect(await get({ query: "{ __typename }" })).toEqual([
    200,
    { data: { __typename: "Query" } },
    null,
  ])
  expect(await get({ query: "{ __typename }", variables: "{" })).toEqual([
    400,
    refusal("The parameter variables must be valid JSON."),
    null,
  ])
})

test.for<[unknown, string]>([
  ["{", "The body must be valid JSON."],
  ["", "The body must be valid JSON."],
  ["7", 'The body must be an object, as in {"query": "…", "variables": {}}.'],
  [{}, "The request is not valid: query must be a string."],
  [{ query: "{a}", variables: [] }, "The request is not valid: variables must be an object."],
  [
    { query: "{a}", doc_id: 1 },
    "Unknown member: doc_id. Send query, variables, operationName or extensions.",
  ],
  [
    { query: "query A { __typename } query B { __typename }" },
    "Set operationName to the name of an operation in the document.",
  ],
  [{ query: "{" }, "Syntax Error: Expected Name, found <EOF>."],
  [
    { query: named },
    'Variable "$name" has invalid value: Expected a value of non-null type "String!" to be provided.',
  ],
])("%j returns 400 and says what is wrong", async ([sent, message]) => {
  const { status, body } = await post(sent)
  expect([status, body.errors[0].message, body.errors[0].extensions.code]).toEqual([
    400,
    message,
    "validation_failed",
  ])
})

test("returns 401 for a bad key, whatever the request and however large", async () => {
  const { status, body, headers } = await api.post(
    { query: create(), variables: { name: "x".repeat(900_000) } },
    { authorization: "Bearer watchkeeper_live_nope" },
  )
  expect([status, body.errors[0].extensions.code, headers.get("www-authenticate")]).toEqual([
    401,
    "unauthorized",
    "Bearer",
  ])
})

test("reports a malformed id or cursor as the client's error", async () => {
  for (const argument of ['after: "zzz"', 'after: "R1BDOlM6Zm9v"', "first: -5"]) {
    const { status, body } = await post({
      query: `{ project(id: "${held.projectId}") { labels(${argument}) { edges { cursor } } } }`,
    })
    expect([status, body.errors[0].extensions.code]).toEqual([200, "validation_failed"])
  }
})

test("returns a complete response for headers beyond 32 KiB", async () => {
  const answer = await send({
    path: "/graphql",
    headers: { authorization: `Bearer ${"x".repeat(40_000)}` },
  })
  expect(answer.status).toBe(431)
  expect(JSON.parse(answer.body)).toMatchObject({ status: 431, code: "headers_too_large" })
})

const get = async (parameters: Record<string, string>) => {
  const response = await fetch(`${api.address}/graphql?${new URLSearchParams(parameters)}`, {
    headers: { authorization: held.authorization },
  })
  return [response.status, await response.json(), response.headers.get("allow")]
}

/** A request sent by Node; a body without a declared length is sent in chunks. */
function send(options: RequestOptions, body?: string) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(new URL(api.address), options, (response) => {
      text(response).then((got) => resolve({ status: response.statusCode, body: got }), reject)
    })
    call.on("error", reject)
    if (body !== undefined) call.write(body)
    call.end()
  })
}
