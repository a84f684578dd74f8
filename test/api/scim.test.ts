import { randomUUID } from "node:crypto"
import { beforeAll, expect, test } from "vitest"
import { applyDirectory, requireActive } from "../../src/api/sso/apply-directory.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { core, enterprise, error, group, okta, scimClient } from "../support/scim.ts"

const [shop, warehouse] = [randomUUID(), randomUUID()]
const [token, nextToken] = ["a".repeat(40), "b".repeat(40)]
const api = useApi({
  ...apiEnv,
  BASE_URL: "http://watch.test",
  SIGN_UP: "invited",
  SSO_NAME: "Acme ID",
  SSO_OIDC_URL: {
    issuer: "http://127.0.0.1:9",
    clientId: "watchkeeper",
    clientSecret: "a client secret",
  },
  SSO_DOMAINS: ["acme.test"],
  SSO_GROUPS: [
    { group: "engineers", projectId: shop, role: "viewer" },
    { group: "0c6f6b4e-on-call", projectId: shop, role: "editor" },
    { group: "0c6f6b4e-on-call", projectId: warehouse, role: "viewer" },
  ],
  SCIM_TOKENS: [token, nextToken],
})
const db = () => api.world.services.database.prisma

beforeAll(async () => {
  await db().project.createMany({
    data: [
      { id: shop, name: "Shop", plan: "pro" },
      { id: warehouse, name: "Warehouse", plan: "pro" },
    ],
  })
})

const { send, patch, find } = scimClient(() => api.address, token)

const memberships = async (email: string) => {
  const rows = await db().member.findMany({
    where: { user: { email } },
    select: { role: true, project: { select: { name: true } } },
    orderBy: { project: { name: "asc" } },
  })
  return rows.map(({ role, project }) => `${project.name}: ${role}`)
}

async function openSession(userId: string) {
  const [id, created] = [newId(), new Date()]
  const expiresAt = new Date(created.getTime() + 3_600_000)
  await db().session.create({ data: { id, token: id, userId, expiresAt } })
}

test("Okta creates a person, gives them roles by groups, and ends all access when it deactivates them", async () => {
  const email = `grace-${randomUUID()}@acme.test`
  expect((await find("/Users", `userName eq "${email}"`)).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const made = await send("POST", "/Users", okta(email))
  expect(made.headers.get("content-type")).toContain("application/scim+json")
  expect(made).toMatchObject({ status: 201, body: { userName: email, active: true } })
  const { id } = made.body
  expect(made.headers.get("location")).toBe(`http://watch.test/api/auth/scim/v2/Users/${id}`)
  const person = await db().user.findUniqueOrThrow({ where: { email } })
  expect(person).toMatchObject({ name: "Grace Hopper", emailVerified: true })
  expect(await memberships(email)).toEqual([])

  const engineers = await send("POST", "/Groups", {
    schemas: [group],
    displayName: "engineers",
    members: [{ value: id, display: email }],
  })
  expect(engineers.status).toBe(201)
  expect(await memberships(email)).toEqual(["Shop: viewer"])
  // One by invitation ends with the person's access as well.
  await db().member.create({
    data: { id: newId(), projectId: warehouse, userId: person.id, role: "editor" },
  })
  await openSession(person.id)
  expect(await patch(`/Users/${id}`, { op: "replace", value: { active: false } })).toMatchObject({
    status: 200,
    body: { active: false },
  })
  expect(await memberships(email)).toEqual([])
  expect(await db().session.count({ where: { userId: person.id } })).toBe(0)
  const entries = await db().auditEntry.findMany({
    where: { OR: [{ subjectId: person.id }, { subjectName: "Grace Hopper" }] },
    orderBy: { id: "asc" },
    select: { action: true, actorName: true, changes: true, project: { select: { name: true } } },
  })
  expect(
    entries.map(({ action, actorName, project }) => `${project.name}: ${actorName} ${action}`),
  ).toEqual([
    "Shop: Acme ID member.joined",
    expect.stringMatching(/^(Shop|Warehouse): Acme ID account.session_ended$/),
    expect.stringMatching(/^(Shop|Warehouse): Acme ID account.session_ended$/),
    expect.stringMatching(/^(Shop|Warehouse): Acme ID member.removed$/),
    expect.stringMatching(/^(Shop|Warehouse): Acme ID member.removed$/),
  ])
  expect(entries[1]?.changes).toMatchObject({ reason: "deactivated at the identity provider" })

  // Okta reactivates with the whole resource.
  const back = await send("PUT", `/Users/${id}`, { ...okta(email), id, displayName: "Grace B." })
  expect(back).toMatchObject({ status: 200, body: { active: true, displayName: "Grace B." } })
  expect(await memberships(email)).toEqual(["Shop: viewer"])
  expect(await db().user.findUnique({ where: { email } })).toMatchObject({ name: "Grace B." })

  await patch(`/Groups/${engineers.body.id}`, { op: "remove", path: `members[value eq "${id}"]` })
  expect(await memberships(email)).toEqual([])
  await patch(`/Groups/${engineers.body.id}`, {
    op: "add",
    path: "members",
    value: [{ value: id }],
  })
  expect(await memberships(email)).toEqual(["Shop: viewer"])
  expect((await send("DELETE", `/Groups/${engineers.body.id}`)).status).toBe(204)
  expect(await memberships(email)).toEqual([])

  await openSession(person.id)
  expect(await send("DELETE", `/Users/${id}`)).toMatchObject({ status: 204, body: null })
  expect(await send("GET", `/Users/${id}`)).toMatchObject({ status: 404 })
  expect(await db().session.count({ where: { userId: person.id } })).toBe(0)
  expect(await db().user.count({ where: { id: person.id } })).toBe(1)
})

test("Entra ID's requests are understood, with its strings for booleans and its paths", async () => {
  const email = `ada-${randomUUID()}@acme.test`
  const made = await send("POST", "/Users", {
    schemas: [core, enterprise],
    externalId: "ada",
    userName: email,
    active: true,
    displayName: "Ada",
    emails: [{ primary: true, type: "work", value: email }],
    meta: { resourceType: "User" },
    name: { formatted: "Ada Lovelace", familyName: "Lovelace", givenName: "Ada" },
    roles: [],
    [enterprise]: { department: "Engines" },
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const onCall = await send("POST", "/Groups", {
    schemas: [group, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
    externalId: "0c6f6b4e-on-call",
    displayName: "On-call",
    meta: { resourceType: "Group" },
  })
  expect(onCall.status).toBe(201)
  const found = await send(
    "GET",
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "On-call"')}`,
  )
  expect(found.body.Resources).toMatchObject([{ id: onCall.body.id, displayName: "On-call" }])
  const members = (op: string) =>
    patch(`/Groups/${onCall.body.id}`, {
      op,
      path: "members",
      value: [{ $ref: null, value: id }],
    })
  expect((await members("Add")).status).toBeLessThan(300)
  // Known by the id that Entra puts into its claims too.
  expect(await memberships(email)).toEqual(["Shop: editor", "Warehouse: viewer"])

  const renamed = `ada.l-${randomUUID()}@acme.test`
  const changed = await patch(
    `/Users/${id}`,
    { op: "Replace", path: 'emails[type eq "work"].value', value: renamed },
    { op: "Replace", path: "userName", value: renamed },
    { op: "Add", value: { displayName: "Ada L.", "name.givenName": "Ada" } },
  )
  expect(changed).toMatchObject({
    status: 200,
    body: { userName: renamed, displayName: "Ada L.", emails: [{ value: renamed }] },
  })
  expect(await db().user.findUnique({ where: { email: renamed } })).toMatchObject({
    name: "Ada L.",
    emailVerified: true,
  })
  expect(
    await patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" }),
  ).toMatchObject({ status: 200, body: { active: false } })
  expect(await memberships(renamed)).toEqual([])
  await patch(`/Users/${id}`, { op: "Replace", path: "active", value: "True" })
  expect(await memberships(renamed)).toEqual(["Shop: editor", "Warehouse: viewer"])
  expect((await members("Remove")).status).toBeLessThan(300)
  expect(await memberships(renamed)).toEqual([])
})

test("a person who had an account keeps it, and signs in by no means while deactivated", async () => {
  const email = `hedy-${randomUUID()}@acme.test`
  const owner = await db().user.create({
    data: { id: newId(), name: "Hedy", email, emailVerified: true },
  })
  await db().member.create({
    data: { id: newId(), projectId: shop, userId: owner.id, role: "owner" },
  })
  const made = await send("POST", "/Users", okta(email), nextToken)
  expect(made.status).toBe(201)
  expect(await db().user.findMany({ where: { email } })).toMatchObject([
    { id: owner.id, name: "Hedy" },
  ])
  expect(await send("POST", "/Users", okta(email))).toMatchObject({
    status: 409,
    body: { schemas: [error], status: "409", scimType: "uniqueness" },
  })
  await patch(`/Users/${made.body.id}`, { op: "replace", value: { active: false } })
  // A project keeps its last owner.
  expect(await memberships(email)).toEqual(["Shop: owner"])
  const { services } = api.world
  await expect(requireActive(services, owner.id)).rejects.toMatchObject({
    body: { code: "DEACTIVATED", message: "Your account was deactivated at Acme ID." },
  })
  // People whom the directory never had, and what it said once no directory is set up.
  await requireActive(services, newId())
  const alone = { ...services, env: { ...services.env, SCIM_TOKENS: [] } }
  await requireActive(alone, owner.id)
  const ctx = contextFor(alone, api.world.system.actor)
  expect(await applyDirectory(ctx, owner)).toBe(false)
  await patch(`/Users/${made.body.id}`, { op: "replace", value: { active: true } })
  await requireActive(api.world.services, owner.id)
})

test("people are listed by page, and what is not allowed is refused as RFC 7644 says", async () => {
  for (const name of ["one", "two", "three"]) {
    const made = await send("POST", "/Users", okta(`${name}-${randomUUID()}@acme.test`))
    expect(made.status).toBe(201)
  }
  const { body } = await send("GET", "/Users?startIndex=2&count=2")
  expect(body).toMatchObject({ startIndex: 2, itemsPerPage: 2 })
  expect(body.totalResults).toBeGreaterThanOrEqual(3)

  const stranger = okta("eve@evil.test")
  const person = okta(`mallory-${randomUUID()}@acme.test`)
  const { body: mallory } = await send("POST", "/Users", person)
  const refused: [Promise<{ status: number; body: unknown }>, number, object][] = [
    [send("GET", "/Users", undefined, null), 401, {}],
    [send("GET", "/Users", undefined, "c".repeat(40)), 401, {}],
    [send("POST", "/Users", stranger), 400, { scimType: "invalidValue" }],
    [send("PUT", `/Users/${mallory.id}`, { ...stranger, externalId: person.externalId }), 400, {}],
    [send("POST", "/Users", "{"), 400, { scimType: "invalidSyntax" }],
    [send("POST", "/Users", { schemas: [core] }), 400, {}],
    [send("POST", "/Users", { ...okta("a@acme.test"), displayName: "a\0b" }), 400, {}],
    [find("/Users", "userName co nothing"), 400, { scimType: "invalidFilter" }],
    [send("GET", "/Users/none"), 404, { detail: expect.not.stringContaining("There is no GET") }],
    [send("GET", "/Groups/%00"), 404, {}],
  ]
  for (const [sent, status, more] of refused) {
    expect(await sent).toMatchObject({
      status,
      body: { schemas: [error], status: String(status), detail: expect.any(String), ...more },
    })
  }
  expect(await db().user.count({ where: { email: "eve@evil.test" } })).toBe(0)
  expect(await db().user.count({ where: { email: person.userName } })).toBe(1)

  expect((await send("GET", "/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
  })
  const types = await send("GET", "/ResourceTypes")
  expect(types.body.Resources.map(({ name }: { name: string }) => name)).toEqual(["User", "Group"])
  const schemas = await send("GET", "/Schemas")
  expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toContain(core)
})

test("what ServiceProviderConfig says is not supported is refused or ignored as RFC 7644 says", async () => {
  const messages = "urn:ietf:params:scim:api:messages:2.0"
  const search = { schemas: [`${messages}:SearchRequest`] }
  const bulk = { schemas: [`${messages}:BulkRequest`], Operations: [] }
  const refused: [Promise<{ status: number; headers: Headers; body: unknown }>, number, string][] =
    [
      [send("POST", "/Bulk", bulk), 501, "Bulk requests are not supported"],
      [send("POST", "/.search", search), 501, "Queries by POST are not supported"],
      [send("POST", "/Users/.search", search), 501, "Queries by POST are not supported"],
      [send("GET", "/Me"), 501, "/Me is not supported"],
      [send("GET", "/ServiceProviderConfig?filter=a"), 403, "Remove the parameter filter"],
      [send("GET", "/Schemas?filter=a"), 403, "Remove the parameter filter"],
      [send("GET", "/Devices"), 404, "There is no GET /Devices here"],
      [send("PUT", "/Users", okta("a@acme.test")), 404, "There is no PUT /Users here"],
    ]
  for (const [sent, status, detail] of refused) {
    const { headers, ...rest } = await sent
    expect(headers.get("content-type")).toBe("application/scim+json")
    const body = { schemas: [error], status: `${status}`, detail: expect.stringContaining(detail) }
    expect(rest).toEqual({ status, body })
  }

  const listed = await send("GET", "/Users?count=100")
  const sorted = await send("GET", "/Users?count=100&sortBy=userName&sortOrder=descending")
  expect(sorted).toMatchObject({ status: 200, body: listed.body })
  const made = await send("POST", "/Users", okta(`etag-${randomUUID()}@acme.test`))
  expect([made.status, made.headers.get("etag"), made.body.meta.version]).toEqual([
    201,
    null,
    undefined,
  ])
})
