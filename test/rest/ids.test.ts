import { expect, test } from "vitest"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

test("ids are read in upper case too, the greatest included", async () => {
  const { id: projectId } = await makeProject(api.world)
  const url = "https://hooks.example/1"
  const { endpoint } = await createEndpoint(api.world.system, {
    projectId,
    url,
    eventTypes: ["incident.created"],
  })
  const { authorization } = await makeKey(api.world, projectId)
  const read = async (id: string) =>
    (await call(api, authorization, "GET", `/v1/webhook-endpoints/${id}`)).status
  const greatest = "ffffffff-ffff-ffff-ffff-ffffffffffff"
  const ids = [endpoint.id, endpoint.id.toUpperCase(), greatest, greatest.toUpperCase(), "f"]
  expect(await Promise.all(ids.map(read))).toEqual([200, 200, 404, 404, 400])
})
