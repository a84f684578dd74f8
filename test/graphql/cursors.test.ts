import { getNamedType, isObjectType } from "graphql"
import { describe, expect, test } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { createFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import { schema } from "../../src/graphql/schema.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { makePerson } from "../support/people.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { newId } from "../../src/platform/id.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const cursorOf = (id: string) => Buffer.from(`GPC:S:${id}`).toString("base64")
const nonsense = ["no-uuid", "", "\u0000"].map(cursorOf)

/** Every list of a type that is paged by cursors. */
function listsOf(typeName: string): string[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is no type`)
  return Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith("Connection"))
    .map((field) => field.name)
}

describe.each(["Project", "Monitor"])("an invalid cursor in the lists of a %s", (typeName) => {
  test.each(listsOf(typeName))("%s", async (list) => {
    const { ctx } = await makePerson(world)
    const project = await createProject(ctx, { name: "Cursors" })
    const monitor = await insertMonitor(world, project.id)
    const id = typeName === "Project" ? project.id : monitor.id
    for (const after of nonsense) {
      const source = `query ($id: ID!, $after: String) {
        ${typeName.toLowerCase()}(id: $id) { ${list}(first: 1, after: $after) { pageInfo { hasNextPage } } }
      }`
      const { errors } = await ask(world, ctx.actor, source, { id, after })
      expect({ after, codes: errors.map(({ code }) => code) }).toEqual({
        after,
        codes: ["validation_failed"],
      })
    }
  })
})

/** A person with a project, and what its lists hold, by the path of the list. */
async function makeHouse(label: string) {
  const { prisma } = world.services.database
  const { ctx, userId, email } = await makePerson(world)
  const { id: projectId } = await createProject(ctx, { name: label })
  const { id: monitorId } = await insertMonitor(world, projectId)
  const child = await insertMonitor(world, projectId, { parentId: monitorId })
  await prisma.label.create({ data: { id: newId(), projectId, name: label, color: "#000000" } })
  await inviteMember(ctx, { projectId, email: `for-${email}`, role: "viewer" })
  await createKey(ctx, { projectId, class: "ingestion", name: "Collector" })
  await createFeed(ctx, { projectId, userId })
  const heard = { id: newId(), monitorId, sourceIp: "192.0.2.1", method: "GET" }
  const ping = await prisma.heartbeatPing.create({ data: { ...heard, kind: "success" } })
  const now = new Date()
  const changed = { id: newId(), monitorId, at: now, decidedAt: now }
  const change = await prisma.statusChange.create({ data: { ...changed, to: "offline" } })
  const ofProject = { where: { projectId }, select: { id: true } }
  const rows = {
    "project labels": prisma.label.findFirstOrThrow(ofProject),
    "project states": prisma.state.findFirstOrThrow(ofProject),
    "project severities": prisma.severity.findFirstOrThrow(ofProject),
    "project members": prisma.member.findFirstOrThrow(ofProject),
    "project invitations": prisma.invitation.findFirstOrThrow(ofProject),
    "project keys": prisma.apiKey.findFirstOrThrow(ofProject),
    "project onCallFeeds": prisma.onCallFeed.findFirstOrThrow(ofProject),
    "project auditEntries": prisma.auditEntry.findFirstOrThrow(ofProject),
    "monitor children": child,
    "monitor pings": ping,
    "monitor statusChanges": change,
    "viewer memberships": prisma.member.findFirstOrThrow(ofProject),
    projects: { id: projectId },
  }
  return { ctx, projectId, monitorId, rows }
}

test("a cursor of another project's row fails like one of an unknown row", async () => {
  const [own, foreign] = [await makeHouse("middle"), await makeHouse("secret")]
  const opened = {
    project: `project(id: "${own.projectId}")`,
    monitor: `monitor(id: "${own.monitorId}")`,
    viewer: "viewer",
  }
  const answer = (path: string, cursor: string) => {
    const [type, list] = path.split(" ") as [keyof typeof opened, string?]
    const page = `(first: 5, after: "${cursor}") { pageInfo { hasNextPage } edges { cursor } }`
    const source = list === undefined ? `${path}${page}` : `${opened[type]} { ${list}${page} }`
    return ask(world, own.ctx.actor, `{ ${source} }`)
  }
  for (const path of Object.keys(own.rows) as (keyof typeof own.rows)[]) {
    const [{ id: ownId }, { id: foreignId }] = [await own.rows[path], await foreign.rows[path]]
    expect({ path, ...(await answer(path, cursorOf(ownId))) }).toMatchObject({ path, errors: [] })
    const unknown = await answer(path, cursorOf(newId()))
    expect({ path, unknown }).toMatchObject({
      unknown: { errors: [{ code: "validation_failed" }] },
    })
    expect({ path, ...(await answer(path, cursorOf(foreignId))) }).toEqual({ path, ...unknown })
  }
})
