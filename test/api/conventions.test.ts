import { expect, test } from "vitest"
import { useApi } from "../support/api.ts"

const api = useApi()

const persistedQuery = { version: 1, sha256Hash: "a".repeat(64) }
const notSupported = {
  errors: [
    {
      message: "PersistedQueryNotSupported",
      extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED" },
    },
  ],
}

test("answers a persisted query so that clients send the document", async () => {
  const asked = { operationName: "A", variables: {}, extensions: { persistedQuery } }
  expect(await api.post(asked)).toMatchObject({ status: 200, body: notSupported })
  const parameters = new URLSearchParams({ extensions: JSON.stringify({ persistedQuery }) })
  const byGet = await fetch(`${api.address}/graphql?${parameters}`)
  expect([byGet.status, await byGet.json()]).toEqual([200, notSupported])
  const whole = { ...asked, query: "query A { __typename }" }
  expect(await api.post(whole)).toMatchObject({
    status: 200,
    body: { data: { __typename: "Query" } },
  })
})

test("does not treat a request without a document, or with an empty one, as a persisted query", async () => {
  for (const extensions of [undefined, {}, { persistedQuery }]) {
    const query = extensions?.persistedQuery === undefined ? undefined : " "
    const { status, body } = await api.post({ query, extensions })
    expect([status, body.errors[0].extensions.code]).toEqual([400, "validation_failed"])
  }
})

test("refuses graphql-sse's single connection mode and says what to do instead", async () => {
  const refused = {
    errors: [
      {
        message: expect.stringMatching(/leave graphql-sse's singleConnection off/),
        extensions: { code: "method_not_allowed" },
      },
    ],
  }
  const reserve = await fetch(`${api.address}/graphql`, { method: "PUT" })
  expect([reserve.status, await reserve.json()]).toEqual([405, refused])
  expect(reserve.headers.get("allow")).toBe("GET, POST")
  const token = { "x-graphql-event-stream-token": "t" }
  expect(await api.post({ query: "{ __typename }" }, token)).toMatchObject({
    status: 405,
    body: refused,
  })
})
