import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { createSeverity } from "../../src/graphql/incidents/state/create-severity.ts"
import { createState } from "../../src/graphql/incidents/state/create-state.ts"
import { deleteSeverity } from "../../src/graphql/incidents/state/delete-severity.ts"
import { deleteState } from "../../src/graphql/incidents/state/delete-state.ts"
import { updateSeverity } from "../../src/graphql/incidents/state/update-severity.ts"
import { updateState } from "../../src/graphql/incidents/state/update-state.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const state = { subject: "incident", name: "Waiting", color: "#ABCDEF", meaning: "open" } as const
const severity = { subject: "alert", name: "Noise", color: "#abcdef" } as const

test("an admin adds a state and a severity, changes and deletes them", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "admin")
  const waiting = await createState(ctx, { projectId, ...state })
  expect(waiting).toEqual({
    id: expect.any(String),
    projectId,
    subject: "incident",
    name: "waiting",
    color: "#abcdef",
    meaning: "open",
    order: 4,
    isBuiltIn: false,
  })
  expect(await updateState(ctx, { id: waiting.id, name: "On Hold", order: 2 })).toEqual({
    ...waiting,
    name: "on hold",
    order: 2,
  })
  const noise = await createSeverity(ctx, { projectId, ...severity, rank: 9 })
  expect(await updateSeverity(ctx, { id: noise.id, color: "#000000" })).toEqual({
    id: noise.id,
    projectId,
    subject: "alert",
    name: "noise",
    color: "#000000",
    rank: 9,
    isBuiltIn: false,
  })
  expect(await deleteState(ctx, waiting.id)).toBe(waiting.id)
  expect(await deleteSeverity(ctx, noise.id)).toBe(noise.id)
  await expect(deleteState(ctx, waiting.id)).rejects.toMatchObject({ code: "not_found" })
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  })
  expect(entries.map((entry) => entry.action)).toEqual([
    "project.created",
    "state.created",
    "state.updated",
    "severity.created",
    "severity.updated",
    "state.deleted",
    "severity.deleted",
  ])
})

test("a name is unique per subject, whatever its case", async () => {
  const { id: projectId } = await makeProject(world)
  const made = await createState(world.system, { projectId, ...state })
  await createState(world.system, { projectId, ...state, subject: "alert" })
  const taken = { code: "validation_failed", issues: [{ pointer: "#/name" }] }
  await expect(
    createState(world.system, { projectId, ...state, name: "WAITING" }),
  ).rejects.toMatchObject(taken)
  await expect(updateState(world.system, { id: made.id, name: "Resolved" })).rejects.toMatchObject(
    taken,
  )
  await expect(
    createSeverity(world.system, { projectId, ...severity, name: "High" }),
  ).rejects.toMatchObject(taken)
  for (const [change, pointer] of [
    [{ color: "red" }, "#/color"],
    [{ name: " " }, "#/name"],
    [{ order: 0 }, "#/order"],
    [{}, "#"],
  ] as const) {
    await expect(updateState(world.system, { id: made.id, ...change })).rejects.toMatchObject({
      issues: [{ pointer }],
    })
  }
})

test("a built-in state keeps its name and meaning, but its color can change", async () => {
  const { id: projectId } = await makeProject(world)
  const { prisma } = world.services.database
  const resolved = await prisma.state.findFirstOrThrow({ where: { projectId, name: "resolved" } })
  const major = await prisma.severity.findFirstOrThrow({ where: { projectId, name: "major" } })
  await expect(updateState(world.system, { id: resolved.id, name: "over" })).rejects.toMatchObject({
    issues: [{ pointer: "#/name" }],
  })
  await expect(updateSeverity(world.system, { id: major.id, name: "huge" })).rejects.toMatchObject({
    issues: [{ pointer: "#/name" }],
  })
  await expect(deleteState(world.system, resolved.id)).rejects.toMatchObject({ code: "conflict" })
  await expect(deleteSeverity(world.system, major.id)).rejects.toMatchObject({ code: "conflict" })
  expect(await updateState(world.system, { id: resolved.id, color: "#111111" })).toMatchObject({
    name: "resolved",
    color: "#111111",
  })
})

test("a state in use cannot be deleted", async () => {
  const { id: projectId } = await makeProject(world)
  const used = await createState(world.system, { projectId, ...state })
  const grave = await createSeverity(world.system, { projectId, ...severity, subject: "incident" })
  await world.services.database.prisma.incident.create({
    data: {
      id: newId(),
      projectId,
      number: 1,
      title: "Down",
      stateId: used.id,
      severityId: grave.id,
      startedAt: new Date(),
    },
  })
  await expect(deleteState(world.system, used.id)).rejects.toMatchObject({
    code: "conflict",
    message: "The state waiting is in use. Move its incidents and alerts to another one first.",
  })
  await expect(deleteSeverity(world.system, grave.id)).rejects.toMatchObject({ code: "conflict" })
  expect(
    await world.services.database.prisma.auditEntry.count({
      where: { projectId, action: { endsWith: ".deleted" } },
    }),
  ).toBe(0)
})

test("editors, viewers and keys can read states but not change them; anonymous callers see nothing", async () => {
  const { id: projectId } = await makeProject(world)
  const foreign = await makeProject(world)
  const own = await createState(world.system, { projectId, ...state })
  const editor = await makeMember(world, projectId, "editor")
  const viewer = await makeMember(world, projectId, "viewer")
  const stranger = await makeMember(world, foreign.id, "owner")
  const robot = keyActor(projectId, newId(), ["incidents:write"])
  const change = `mutation ($id: ID!) { updateState(id: $id, color: "#000000") { id } }`
  for (const actor of [editor.ctx.actor, viewer.ctx.actor, robot]) {
    const listed = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { states(subject: INCIDENT) {
         edges { node { name meaning isResolved isBuiltIn } } } } }`,
      { id: projectId },
    )
    expect(listed).toEqual({
      data: {
        project: {
          states: {
            edges: [
              ["identified", "OPEN", false, true],
              ["acknowledged", "ACKNOWLEDGED", false, true],
              ["resolved", "RESOLVED", true, true],
              ["waiting", "OPEN", false, false],
            ].map(([name, meaning, isResolved, isBuiltIn]) => ({
              node: { name, meaning, isResolved, isBuiltIn },
            })),
          },
        },
      },
      errors: [],
    })
    const refused = await ask(world, actor, change, { id: own.id })
    expect(refused.errors[0]).toMatchObject({ code: "insufficient_scope" })
  }
  for (const document of [change, `mutation ($id: ID!) { deleteState(id: $id) }`]) {
    const known = await ask(world, stranger.ctx.actor, document, { id: own.id })
    const unknown = await ask(world, stranger.ctx.actor, document, { id: randomUUID() })
    expect(known.errors[0]).toMatchObject({ code: "not_found" })
    expect(JSON.stringify(known)).toBe(JSON.stringify(unknown))
  }
})
