import { say } from "../../../src/findings/say.ts"
import { expect, test } from "vitest"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { createTeam } from "../../../src/graphql/on-call/team/create-team.ts"
import { deleteRotation } from "../../../src/graphql/on-call/rotation/delete-rotation.ts"
import { deleteTeam } from "../../../src/graphql/on-call/team/delete-team.ts"
import { deletePolicy } from "../../../src/graphql/on-call/policy/delete-policy.ts"
import { checkReadiness } from "../../../src/graphql/on-call/schedule/check-readiness.ts"
import { updatePolicy } from "../../../src/graphql/on-call/policy/update-policy.ts"
import { explainWarning } from "../../../src/graphql/on-call/schedule/rules/on-call-words.ts"
import { removeMember } from "../../../src/graphql/workspace/member/remove-member.ts"
import { ask } from "../../support/ask.ts"
import { makeMonitorRow } from "../../support/monitor-row.ts"
import { channelSettings } from "../../support/channels.ts"
import { testEnv, useWorld } from "../../support/world.ts"
import { at, makeCrew } from "./crew.ts"
import { utc } from "./rotations.ts"

const world = useWorld({ ...testEnv, ...channelSettings })

const simulate = `query ($id: ID!, $at: DateTime!) { simulateAlert(monitorId: $id, at: $at) {
  isDefaultPolicy policy { name }
  steps {
    round ruleOrder dueAt users { name }
    targets { kind targetName users { name } shift { endsAt } reason text }
  }
} }`

test("a simulation returns who is paged, when and why", async () => {
  const { projectId, ed, ada } = await makeCrew(world)
  const { id } = await makeMonitorRow(world, projectId)
  const when = { id, at: "2026-06-01T06:55:00Z" }
  const { data, errors } = await ask(world, ada.ctx.actor, simulate, when)
  expect(errors).toEqual([])
  const outcome = { kind: "ROTATION", targetName: "Primary", reason: null }
  expect(data).toEqual({
    simulateAlert: {
      isDefaultPolicy: true,
      policy: { name: "Standard" },
      steps: [
        {
          round: 1,
          ruleOrder: 1,
          dueAt: "2026-06-01T06:55:00.000Z",
          users: [{ name: "Ada" }],
          targets: [
            {
              ...outcome,
              users: [{ name: "Ada" }],
              shift: { endsAt: "2026-06-01T07:00:00.000Z" },
              text: "Ada is on call in Primary until 2026-06-01 07:00:00 UTC.",
            },
          ],
        },
        {
          round: 1,
          ruleOrder: 2,
          dueAt: "2026-06-01T07:05:00.000Z",
          users: [{ name: "Ed" }, { name: "Bo" }],
          targets: [
            {
              kind: "USER",
              targetName: "Ed",
              users: [{ name: "Ed" }],
              shift: null,
              reason: null,
              text: "Ed is named by the rule.",
            },
            {
              ...outcome,
              users: [{ name: "Bo" }],
              shift: { endsAt: "2026-06-02T07:00:00.000Z" },
              text: "Bo is on call in Primary until 2026-06-02 07:00:00 UTC.",
            },
          ],
        },
      ],
    },
  })
  await removeMember(world.system, ada.memberId)
  const gone = await ask(world, ed.ctx.actor, simulate, when)
  expect(gone.data).toMatchObject({
    simulateAlert: {
      steps: [
        {
          users: [],
          targets: [
            {
              reason: "LEFT",
              shift: null,
              text: "Primary: Ada is no longer a member of the project.",
            },
          ],
        },
        // Nobody was reached, so the next step does not wait.
        { dueAt: "2026-06-01T06:55:00.000Z", users: [{ name: "Ed" }] },
      ],
    },
  })
})

test("readiness reflects changes of people, teams, rotations and policies without errors", async () => {
  const { projectId, ed, ada, bo, rotation, policy } = await makeCrew(world)
  const now = utc("2026-06-01T05:00")
  const ctx = at(world, ed.ctx, now)
  await makeMonitorRow(world, projectId)
  const read = async () => {
    const { warnings, plan } = await checkReadiness(ctx, projectId)
    return warnings.map((warning) => say([explainWarning(warning, plan.names)]))
  }
  expect(await read()).toEqual([])
  const team = await createTeam(ctx, { projectId, name: "Core", userIds: [bo.userId] })
  const rules = [
    { delayMinutes: 0, targets: [{ rotationId: rotation.id }] },
    { delayMinutes: 5, targets: [{ userId: ada.userId }, { teamId: team.id }] },
  ]
  await updatePolicy(ctx, { id: policy.id, rules })
  await createOverride(ctx, {
    rotationId: rotation.id,
    isNobody: true,
    startsAt: utc("2026-06-03T10:00"),
    endsAt: utc("2026-06-03T12:00"),
  })
  const gap = "from 2026-06-03 10:00:00 UTC until 2026-06-03 12:00:00 UTC."
  expect(await read()).toEqual([
    `Rule 1 of Standard reaches nobody ${gap}`,
    `Nobody is on call in Primary ${gap} An override puts nobody on call.`,
  ])
  await removeMember(world.system, bo.memberId)
  expect((await read()).filter((text) => text.startsWith("Rule 2"))).toEqual([
    "Rule 2 of Standard names a team without members.",
  ])
  await world.services.database.prisma.user.delete({ where: { id: ada.userId } })
  await deleteTeam(ctx, team.id)
  await deleteRotation(ctx, rotation.id)
  const silent = "from 2026-06-01 05:00:00 UTC until 2026-06-15 05:00:00 UTC."
  expect(await read()).toEqual([
    "Rule 1 of Standard names somebody or something that was deleted.",
    `Rule 1 of Standard reaches nobody ${silent}`,
    "Rule 2 of Standard names somebody or something that was deleted.",
    "Rule 2 of Standard names somebody or something that was deleted.",
    `Rule 2 of Standard reaches nobody ${silent}`,
  ])
  await updatePolicy(ctx, { id: policy.id, rules: [] })
  expect(await read()).toEqual([
    "The policy Standard has no rules: it pages only owners and admins.",
  ])
  await deletePolicy(ctx, policy.id)
  expect(await read()).toEqual([
    "1 monitor names no policy, and the project has no default one: its alerts page only owners and admins.",
  ])
  const { data } = await ask(
    world,
    ed.ctx.actor,
    `query ($id: ID!) { project(id: $id) { onCallReadiness { isReady warnings {
      kind text policyId ruleOrder rotationId startsAt endsAt } }
      onCallPolicies { edges { node { rules { targets { id } } } } } } }`,
    { id: projectId },
  )
  expect(data).toMatchObject({
    project: {
      onCallReadiness: {
        isReady: false,
        warnings: [{ kind: "MONITORS_WITHOUT_POLICY", policyId: null, startsAt: null }],
      },
    },
  })
})
