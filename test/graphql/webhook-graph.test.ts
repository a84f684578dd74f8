import { expect, test } from "vitest"
import { scopes } from "../../src/graphql/kernel/access.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { deleteEndpoint } from "../../src/graphql/delivery/webhook/delete-webhook.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const make = async (projectId: string, path = "") =>
  createEndpoint(world.system, {
    projectId,
    url: `https://example.com/${path}`,
    eventTypes: ["alert.created"],
  })

const fields = `id url description eventTypes enabled disabledReason consecutiveFailures failingSince
  lastSuccessAt secretHint previousSecretExpiresAt createdAt updatedAt`

const mutations = {
  create: `mutation ($projectId: ID!, $url: String!) { createWebhookEndpoint(projectId: $projectId,
    url: $url, eventTypes: ["incident.created", "monitor.deleted"], description: "team", enabled: false)
    { secret endpoint { ${fields} } } }`,
  update: `mutation ($id: ID!) { updateWebhookEndpoint(id: $id, enabled: true, description: null)
    { ${fields} } }`,
  rotate: `mutation ($id: ID!) { rotateWebhookSecret(id: $id)
    { secret previousSecretExpiresAt endpoint { ${fields} } } }`,
  delete: `mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) }`,
}
const one = `query ($id: ID!) { webhookEndpoint(id: $id) { ${fields} } }`
const list = `query ($id: ID!, $after: String) { project(id: $id) {
  webhookEndpoints(first: 2, after: $after) {
    edges { node { url } } pageInfo { hasNextPage endCursor } } } }`

test("creates, reads, updates, rotates and deletes an endpoint", async () => {
  const project = await makeProject(world)
  const { actor } = (await makeMember(world, project.id, "editor")).ctx
  const made = await ask(world, actor, mutations.create, {
    projectId: project.id,
    url: "https://EXAMPLE.com/hook",
  })
  const { createWebhookEndpoint } = made.data as {
    createWebhookEndpoint: { secret: string; endpoint: { id: string } }
  }
  const { secret, endpoint } = createWebhookEndpoint
  const shown = {
    id: expect.any(String),
    url: "https://example.com/hook",
    description: "team",
    eventTypes: ["incident.created", "monitor.deleted"],
    enabled: false,
    disabledReason: null,
    consecutiveFailures: 0,
    failingSince: null,
    lastSuccessAt: null,
    secretHint: secret.slice(-4),
    previousSecretExpiresAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  }
  expect(made.errors).toEqual([])
  expect(endpoint).toEqual(shown)
  const { id } = endpoint
  expect(await ask(world, actor, one, { id })).toEqual({
    data: { webhookEndpoint: endpoint },
    errors: [],
  })
  const changed = { ...shown, enabled: true, description: "" }
  expect(await ask(world, actor, mutations.update, { id })).toEqual({
    data: { updateWebhookEndpoint: changed },
    errors: [],
  })
  const rotated = await ask(world, actor, mutations.rotate, { id })
  const answer = rotated.data?.["rotateWebhookSecret"] as Record<string, string>
  expect(answer).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    previousSecretExpiresAt: expect.any(String),
    endpoint: {
      ...changed,
      secretHint: answer["secret"]?.slice(-4),
      previousSecretExpiresAt: answer["previousSecretExpiresAt"],
    },
  })
  expect(await ask(world, actor, mutations.delete, { id })).toEqual({
    data: { deleteWebhookEndpoint: id },
    errors: [],
  })
  expect((await ask(world, actor, one, { id })).errors).toMatchObject([{ code: "not_found" }])
})

test("lists a project's endpoints newest first, forwards and backwards, while some are deleted", async () => {
  const project = await makeProject(world)
  const made = []
  for (const path of ["1", "2", "3", "4", "5"]) made.push(await make(project.id, path))
  const { actor } = (await makeMember(world, project.id, "viewer")).ctx
  const page = async (args: string) => {
    const { data } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { webhookEndpoints(${args}) {
        edges { node { url } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      { id: project.id },
    )
    const { project: found } = data as {
      project: {
        webhookEndpoints: {
          edges: { node: { url: string } }[]
          pageInfo: Record<"startCursor" | "endCursor", string> &
            Record<"hasNextPage" | "hasPreviousPage", boolean>
        }
      }
    }
    const { edges, pageInfo } = found.webhookEndpoints
    return {
      names: edges.map(({ node }) => node.url.slice("https://example.com/".length)).join(""),
      ...pageInfo,
    }
  }
  const first = await page("first: 2")
  expect(first).toMatchObject({ names: "54", hasNextPage: true, hasPreviousPage: false })
  // The cursor's row is deleted; the rows after it are not.
  await deleteEndpoint(world.system, made[3]?.endpoint.id ?? "")
  const second = await page(`first: 2, after: "${first.endCursor}"`)
  expect(second).toMatchObject({ names: "32", hasNextPage: true, hasPreviousPage: true })
  expect(await page(`after: "${second.endCursor}"`)).toMatchObject({
    names: "1",
    hasNextPage: false,
  })
  expect(await page("last: 2")).toMatchObject({ names: "21", hasPreviousPage: true })
  expect(await page(`last: 2, before: "${second.startCursor}"`)).toMatchObject({
    names: "5",
    hasPreviousPage: false,
  })
  const bad = await ask(world, actor, list, { id: project.id, after: "R1BDOlM6eA==" })
  expect(bad.errors).toMatchObject([{ code: "validation_failed" }])
})

test("another project's endpoint fails byte for byte like an unknown one", async () => {
  const { endpoint } = await make((await makeProject(world)).id)
  const mine = await makeProject(world)
  const owner = (await makeMember(world, mine.id, "owner")).ctx.actor
  const key = keyActor(mine.id, newId(), [...scopes])
  for (const actor of [owner, key]) {
    for (const document of [one, mutations.update, mutations.rotate, mutations.delete]) {
      const known = await ask(world, actor, document, { id: endpoint.id })
      expect(known.errors).toMatchObject([
        { code: "not_found", message: "There is no such webhook endpoint." },
      ])
      expect(JSON.stringify(known)).toBe(
        JSON.stringify(await ask(world, actor, document, { id: newId() })),
      )
    }
  }
})

test("a viewer and a key with webhooks:read can read; writing requires webhooks:write and Pro", async () => {
  const project = await makeProject(world)
  const { id } = (await make(project.id)).endpoint
  const viewer = (await makeMember(world, project.id, "viewer")).ctx.actor
  const reader = keyActor(project.id, newId(), ["webhooks:read"])
  const other = keyActor(project.id, newId(), ["monitors:read"])
  const writes = [mutations.update, mutations.rotate, mutations.delete]
  for (const actor of [viewer, reader]) {
    expect((await ask(world, actor, one, { id })).errors).toEqual([])
    for (const document of writes) {
      expect((await ask(world, actor, document, { id })).errors).toMatchObject([
        { code: "insufficient_scope" },
      ])
    }
  }
  for (const document of [one, list]) {
    const target = document === one ? id : project.id
    expect((await ask(world, other, document, { id: target })).errors).toMatchObject([
      { code: "insufficient_scope" },
    ])
  }
  const free = await makeProject(world, "free")
  const writer = keyActor(free.id, newId(), [...scopes], "free")
  const owner = (await makeMember(world, free.id, "owner")).ctx.actor
  for (const actor of [writer, owner]) {
    const variables = { projectId: free.id, url: "https://example.com" }
    expect((await ask(world, actor, mutations.create, variables)).errors).toMatchObject([
      { code: "plan_required" },
    ])
    expect((await ask(world, actor, list, { id: free.id })).errors).toEqual([])
  }
})
