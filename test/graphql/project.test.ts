import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import {
  checkLimit,
  monitorLimit,
  statusPageLimit,
} from "../../src/graphql/workspace/project/rules/project-limits.ts"
import { lockProject } from "../../src/graphql/workspace/project/lock-project.ts"
import { renameProject } from "../../src/graphql/workspace/project/rename-project.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { purgeProjects } from "../../src/jobs/deletion/purge-projects.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

test("a person creates a project, owns it, and finds it in their list", async () => {
  const { ctx } = await makePerson(world)
  const other = await makePerson(world)
  await createProject(other.ctx, { name: "Elsewhere" })
  const made = await ask(world, ctx.actor, `mutation { createProject(name: " Shop ") { name } }`)
  expect(made).toEqual({ data: { createProject: { name: "Shop" } }, errors: [] })
  const listed = await ask(
    world,
    ctx.actor,
    `{ projects { totalCount edges { node { name plan monitorLimit statusPageLimit
       members { edges { node { role name project { name } } } } } } } }`,
  )
  expect(listed).toEqual({
    data: {
      projects: {
        totalCount: 1,
        edges: [
          {
            node: {
              name: "Shop",
              plan: "PRO",
              monitorLimit: null,
              statusPageLimit: null,
              members: {
                edges: [{ node: { role: "OWNER", name: "Ada", project: { name: "Shop" } } }],
              },
            },
          },
        ],
      },
    },
    errors: [],
  })
})

test("another tenant's project fails byte for byte like an unknown one", async () => {
  const mine = await makePerson(world)
  const { id: theirs } = await makeProject(world)
  const own = await makeProject(world)
  for (const actor of [mine.ctx.actor, keyActor(own.id, newId(), ["monitors:read"])]) {
    for (const document of [
      `query ($id: ID!) { project(id: $id) { id } }`,
      `mutation ($id: ID!) { renameProject(id: $id, name: "x") { id } }`,
      `mutation ($id: ID!) { deleteProject(id: $id, name: "x") }`,
      `mutation ($id: ID!) { leaveProject(projectId: $id) }`,
    ]) {
      const [known, unknown] = [
        await ask(world, actor, document, { id: theirs }),
        await ask(world, actor, document, { id: randomUUID() }),
      ]
      expect(known.errors[0]).toMatchObject({
        code: "not_found",
        message: "There is no such project.",
      })
      expect(JSON.stringify(known)).toBe(JSON.stringify(unknown))
    }
  }
  const anonymous = await ask(world, { kind: "anonymous" }, `{ project(id: "${theirs}") { id } }`)
  expect(anonymous.errors[0]).toMatchObject({ code: "unauthorized" })
  const wild = await ask(world, mine.ctx.actor, `{ project(id: "1; drop table") { id } }`)
  expect(wild.errors[0]).toMatchObject({ code: "validation_failed" })
})

test("an admin can rename a project, a viewer cannot, and the audit log records it", async () => {
  const project = await makeProject(world)
  const admin = await makeMember(world, project.id, "admin")
  const viewer = await makeMember(world, project.id, "viewer")
  const renamed = await renameProject(admin.ctx, { id: project.id, name: "New name" })
  expect(renamed.name).toBe("New name")
  await expect(
    renameProject(viewer.ctx, { id: project.id, name: "Mine now" }),
  ).rejects.toMatchObject({ code: "insufficient_scope" })
  const [entry] = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId: project.id, action: "project.renamed" },
    select: { actorName: true, changes: true },
  })
  expect(entry).toEqual({
    actorName: "admin Ada",
    changes: { name: { from: project.name, to: "New name" } },
  })
})

test("only an owner can delete a project, by typing its name, and everything in it is deleted", async () => {
  const { prisma } = world.services.database
  const project = await makeProject(world)
  const owner = await makeMember(world, project.id, "owner")
  const admin = await makeMember(world, project.id, "admin")
  const state = await prisma.state.findFirstOrThrow({
    where: { projectId: project.id, subject: "incident" },
  })
  const severity = await prisma.severity.findFirstOrThrow({
    where: { projectId: project.id, subject: "incident" },
  })
  await prisma.incident.create({
    data: {
      id: newId(),
      projectId: project.id,
      number: 1,
      title: "Down",
      stateId: state.id,
      severityId: severity.id,
      startedAt: new Date(),
    },
  })
  const typed = { id: project.id, name: project.name }
  await expect(deleteProject(admin.ctx, typed)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  await expect(deleteProject(owner.ctx, { ...typed, name: "something" })).rejects.toMatchObject({
    issues: [{ pointer: "#/name" }],
  })
  expect(await deleteProject(owner.ctx, typed)).toBe(project.id)
  await purgeProjects(world.services)
  const left = [
    await prisma.project.count({ where: { id: project.id } }),
    await prisma.member.count({ where: { projectId: project.id } }),
    await prisma.incident.count({ where: { projectId: project.id } }),
    await prisma.state.count({ where: { projectId: project.id } }),
  ]
  expect(left).toEqual([0, 0, 0, 0])
  await expect(deleteProject(owner.ctx, typed)).rejects.toMatchObject({ code: "not_found" })
})

test("a Free project holds ten monitors and one page, a Pro project any number", () => {
  expect([monitorLimit("free"), statusPageLimit("free")]).toEqual([10, 1])
  expect([monitorLimit("pro"), statusPageLimit("pro")]).toEqual([null, null])
  expect(() => checkLimit("monitors", 10, 9)).not.toThrow()
  expect(() => checkLimit("monitors", null, 1_000_000)).not.toThrow()
  expect(() => checkLimit("monitors", 10, 8, 3)).toThrowError(
    expect.objectContaining({ code: "plan_limit_exceeded" }),
  )
})

test("two transactions that lock a project run one after the other", async () => {
  const { id } = await makeProject(world)
  const order: string[] = []
  const holding = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const first = transact(world.services, async (tx) => {
    expect(await lockProject(tx, id)).toEqual({ plan: "pro" })
    holding.resolve()
    await release.promise
    order.push("first")
  })
  await holding.promise
  const second = transact(world.services, async (tx) => {
    const locked = lockProject(tx, id).then(() => order.push("second"))
    release.resolve()
    await locked
  })
  await Promise.all([first, second])
  expect(order).toEqual(["first", "second"])
  await expect(
    transact(world.services, (tx) => lockProject(tx, randomUUID(), "monitor")),
  ).rejects.toMatchObject({ code: "not_found", message: "There is no such monitor." })
})

test("the viewer is a person with memberships or a key with its project", async () => {
  const project = await makeProject(world)
  const { ctx, email } = await makeMember(world, project.id, "editor")
  const document = `{ viewer { kind name email hasTwoFactor scopes project { name }
    memberships { edges { node { role project { name permissions } } } } } }`
  const person = await ask(world, ctx.actor, document)
  expect(person.errors).toEqual([])
  expect(person.data).toMatchObject({
    viewer: {
      kind: "USER",
      name: "editor Ada",
      email,
      hasTwoFactor: false,
      scopes: [],
      project: null,
      memberships: {
        edges: [
          {
            node: {
              role: "EDITOR",
              project: {
                name: project.name,
                permissions: expect.arrayContaining(["monitors:write", "members:read"]),
              },
            },
          },
        ],
      },
    },
  })
  expect(await ask(world, keyActor(project.id, newId(), ["alerts:read"]), document)).toEqual({
    data: {
      viewer: {
        kind: "KEY",
        name: "robot",
        email: null,
        hasTwoFactor: false,
        scopes: ["alerts:read"],
        project: { name: project.name },
        memberships: { edges: [] },
      },
    },
    errors: [],
  })
  expect(await ask(world, { kind: "anonymous" }, `{ viewer { name } }`)).toEqual({
    data: { viewer: null },
    errors: [],
  })
})

test("the system gets an error for a missing project at once instead of failing later", async () => {
  const ctx = contextFor(world.services, { kind: "system", name: "command line" })
  await expect(ctx.access.require(randomUUID(), "keys:write")).rejects.toMatchObject({
    code: "not_found",
  })
})
