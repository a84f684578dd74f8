import { expect, test } from "vitest"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import { createTeam } from "../../../src/graphql/on-call/team/create-team.ts"
import { deletePolicy } from "../../../src/graphql/on-call/policy/delete-policy.ts"
import { updatePolicy } from "../../../src/graphql/on-call/policy/update-policy.ts"
import { newId } from "../../../src/platform/id.ts"
import { ask } from "../../support/ask.ts"
import { makeMonitorRow } from "../../support/monitor-row.ts"
import { makeMember } from "../../support/people.ts"
import { makeProject, useWorld } from "../../support/world.ts"
import { makeCrew } from "./crew.ts"

const world = useWorld()

const readPolicy = `query ($id: ID!) { onCallPolicy(id: $id) {
  name description repeatCount repeatDelayMinutes isDefault
  rules { order delayMinutes targets { kind id name user { name isMember } team { name } rotation { name } } }
} }`

test("a policy is saved with its rules in one step, and read with the names of their targets", async () => {
  const { projectId, ed, ada, rotation } = await makeCrew(world)
  const team = await createTeam(ed.ctx, { projectId, name: "Core", userIds: [ada.userId] })
  const source = `mutation ($project: ID!, $rules: [EscalationRuleInput!]) {
    createOnCallPolicy(projectId: $project, name: " Nights ", repeatCount: 2, rules: $rules) { id }
  }`
  const made = await ask(world, ed.ctx.actor, source, {
    project: projectId,
    rules: [
      { delayMinutes: 0, targets: [{ rotationId: rotation.id }, { teamId: team.id }] },
      { delayMinutes: 15, targets: [{ userId: ada.userId }] },
    ],
  })
  expect(made.errors).toEqual([])
  const { id } = (made.data as { createOnCallPolicy: { id: string } }).createOnCallPolicy
  const none = { user: null, team: null, rotation: null }
  expect(await ask(world, ada.ctx.actor, readPolicy, { id })).toEqual({
    data: {
      onCallPolicy: {
        name: "Nights",
        description: "",
        repeatCount: 2,
        repeatDelayMinutes: 5,
        isDefault: false,
        rules: [
          {
            order: 1,
            delayMinutes: 0,
            targets: [
              {
                ...none,
                kind: "ROTATION",
                id: rotation.id,
                name: "Primary",
                rotation: { name: "Primary" },
              },
              { ...none, kind: "TEAM", id: team.id, name: "Core", team: { name: "Core" } },
            ],
          },
          {
            order: 2,
            delayMinutes: 15,
            targets: [
              {
                ...none,
                kind: "USER",
                id: ada.userId,
                name: "Ada",
                user: { name: "Ada", isMember: true },
              },
            ],
          },
        ],
      },
    },
    errors: [],
  })
})

test("a failed save changes nothing, and the rule at each position keeps its id", async () => {
  const { projectId, ed, ada, policy } = await makeCrew(world)
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const rules = () =>
    world.services.database.prisma.escalationRule.findMany({
      where: { policyId: policy.id },
      orderBy: { order: "asc" },
      include: { targets: true },
    })
  const before = await rules()
  const target = { userId: stranger.userId }
  await expect(
    updatePolicy(ed.ctx, {
      id: policy.id,
      name: "Other",
      rules: [
        { delayMinutes: 0, targets: [{ userId: ada.userId }] },
        { delayMinutes: 0, targets: [target] },
      ],
    }),
  ).rejects.toMatchObject({
    code: "validation_failed",
    issues: [
      {
        pointer: "#/rules/1/targets/0/userId",
        detail: "must be the user of a member of the project",
      },
    ],
  })
  expect(await rules()).toEqual(before)
  await updatePolicy(ed.ctx, {
    id: policy.id,
    rules: [{ delayMinutes: 3, targets: [{ userId: ada.userId }] }],
  })
  const saved = await world.services.database.prisma.onCallPolicy.findUniqueOrThrow({
    where: { id: policy.id },
  })
  expect(saved.updatedAt.getTime()).toBeGreaterThan(policy.updatedAt.getTime())
  const after = await rules()
  expect(after).toMatchObject([
    { id: before[0]?.id, delayMinutes: 3, targets: [{ kind: "user", userId: ada.userId }] },
  ])
  const audit = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, subjectId: policy.id },
    orderBy: { id: "asc" },
    select: { action: true },
  })
  expect(audit.map(({ action }) => action)).toEqual([
    "on_call_policy.created",
    "on_call_policy.updated",
  ])
})

test("a project has one default policy, its first unless set otherwise, also with concurrent saves", async () => {
  const { projectId, ed, policy } = await makeCrew(world)
  const defaults = async () => {
    const found = await world.services.database.prisma.onCallPolicy.findMany({
      where: { projectId, isDefault: true },
    })
    return found.map(({ id }) => id)
  }
  expect(await defaults()).toEqual([policy.id])
  const others = await Promise.all(
    ["A", "B", "C"].map((name) => createPolicy(ed.ctx, { projectId, name, isDefault: true })),
  )
  expect(await defaults()).toHaveLength(1)
  await Promise.all(others.map(({ id }) => updatePolicy(ed.ctx, { id, isDefault: true })))
  const [last] = await defaults()
  expect(await defaults()).toHaveLength(1)
  await updatePolicy(ed.ctx, { id: last ?? "", isDefault: false })
  expect(await defaults()).toEqual([])
})

test("a monitor uses its policy, and the default again when that policy is deleted", async () => {
  const { projectId, ed, policy } = await makeCrew(world)
  const { id: monitorId } = await makeMonitorRow(world, projectId, { state: { create: {} } })
  const night = await createPolicy(ed.ctx, { projectId, name: "Nights" })
  const set = `mutation ($monitor: ID!, $policy: ID) {
    setMonitorOnCallPolicy(monitorId: $monitor, policyId: $policy) { onCallPolicy { name } }
  }`
  const simulate = async () => {
    const { data } = await ask(
      world,
      ed.ctx.actor,
      `query ($id: ID!) { simulateAlert(monitorId: $id, at: "2026-06-01T00:00:00Z") {
        isDefaultPolicy policy { name } } }`,
      { id: monitorId },
    )
    return (data as { simulateAlert: unknown }).simulateAlert
  }
  expect(await simulate()).toEqual({ isDefaultPolicy: true, policy: { name: "Standard" } })
  const named = await ask(world, ed.ctx.actor, set, { monitor: monitorId, policy: night.id })
  expect(named.data).toEqual({ setMonitorOnCallPolicy: { onCallPolicy: { name: "Nights" } } })
  expect(await simulate()).toEqual({ isDefaultPolicy: false, policy: { name: "Nights" } })
  await deletePolicy(ed.ctx, night.id)
  expect(await simulate()).toEqual({ isDefaultPolicy: true, policy: { name: "Standard" } })
  await deletePolicy(ed.ctx, policy.id)
  expect(await simulate()).toEqual({ isDefaultPolicy: false, policy: null })
  const foreign = (await makeCrew(world)).policy.id
  const refused = await ask(world, ed.ctx.actor, set, { monitor: monitorId, policy: foreign })
  expect(refused.errors).toMatchObject([
    {
      message: "The input is not valid: #/policyId must be an on-call policy of the project",
      code: "validation_failed",
    },
  ])
})

test("an invalid policy is refused with a pointer", async () => {
  const { projectId, ed, ada } = await makeCrew(world)
  const target = { userId: ada.userId }
  const rule = { delayMinutes: 0, targets: [target] }
  const wrong: [object, string, string][] = [
    [{ name: "Standard" }, "#/name", "is taken by another policy of this project"],
    [{ repeatCount: 10 }, "#/repeatCount", "must be a whole number from 0 to 9"],
    [
      { rules: [{ ...rule, delayMinutes: 1.5 }] },
      "#/rules/0/delayMinutes",
      "must be a whole number from 0 to 1440",
    ],
    [{ rules: [{ ...rule, targets: [] }] }, "#/rules/0/targets", "must name at least one target"],
    [
      { rules: [{ ...rule, targets: [target, target] }] },
      "#/rules/0/targets",
      "must name each target once",
    ],
    [
      { rules: [{ ...rule, targets: [{}] }] },
      "#/rules/0/targets/0",
      "must name exactly one of userId, teamId, rotationId and channelId",
    ],
    [{ rules: Array.from({ length: 21 }, () => rule) }, "#/rules", "must be at most 20 rules"],
    [
      { rules: [{ ...rule, targets: [{ rotationId: newId() }] }] },
      "#/rules/0/targets/0/rotationId",
      "must be a rotation of the project",
    ],
  ]
  for (const [members, pointer, detail] of wrong) {
    await expect(
      createPolicy(ed.ctx, { projectId, name: "New", ...members }),
    ).rejects.toMatchObject({ code: "validation_failed", issues: [{ pointer, detail }] })
  }
  const other = await createPolicy(ed.ctx, { projectId, name: "Other" })
  await expect(updatePolicy(ed.ctx, { id: other.id, name: "Standard" })).rejects.toMatchObject({
    issues: [{ pointer: "#/name" }],
  })
  await expect(updatePolicy(ed.ctx, { id: other.id })).rejects.toMatchObject({
    code: "validation_failed",
  })
})

test("another project's on-call objects fail like unknown ones; viewers and keys are limited to their scopes", async () => {
  const theirs = await makeCrew(world)
  const { ed, ada, policy } = await makeCrew(world)
  const override = await world.services.database.prisma.rotationOverride.create({
    data: {
      id: newId(),
      rotationId: theirs.rotation.id,
      isNobody: true,
      startsAt: new Date("2999-01-01"),
      endsAt: new Date("2999-01-02"),
    },
  })
  const team = await createTeam(theirs.ed.ctx, { projectId: theirs.projectId, name: "Core" })
  const operations: [string, string, string][] = [
    ["query ($id: ID!) { onCallPolicy(id: $id) { name } }", theirs.policy.id, "on-call policy"],
    ["query ($id: ID!) { rotation(id: $id) { name } }", theirs.rotation.id, "rotation"],
    ["query ($id: ID!) { team(id: $id) { name } }", team.id, "team"],
    [
      `mutation ($id: ID!) { updateOnCallPolicy(id: $id, name: "x") { name } }`,
      theirs.policy.id,
      "on-call policy",
    ],
    ["mutation ($id: ID!) { deleteOnCallPolicy(id: $id) }", theirs.policy.id, "on-call policy"],
    [
      `mutation ($id: ID!) { updateRotation(id: $id, name: "x") { name } }`,
      theirs.rotation.id,
      "rotation",
    ],
    ["mutation ($id: ID!) { deleteRotation(id: $id) }", theirs.rotation.id, "rotation"],
    ["mutation ($id: ID!) { deleteOverride(id: $id) }", override.id, "override"],
    ["mutation ($id: ID!) { deleteTeam(id: $id) }", team.id, "team"],
  ]
  for (const [source, id, noun] of operations) {
    const foreign = await ask(world, ed.ctx.actor, source, { id })
    expect(foreign).toEqual(await ask(world, ed.ctx.actor, source, { id: newId() }))
    expect(foreign.errors).toMatchObject([
      { code: "not_found", message: `There is no such ${noun}.` },
    ])
  }
  const viewer = await ask(
    world,
    ada.ctx.actor,
    "mutation ($id: ID!) { deleteOnCallPolicy(id: $id) }",
    { id: policy.id },
  )
  expect(viewer.errors).toMatchObject([{ code: "insufficient_scope" }])
})
