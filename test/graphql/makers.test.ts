import fc from "fast-check"
import { isObjectType } from "graphql"
import { expect, test } from "vitest"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import {
  grantable,
  permissionsOfRole,
  scopes,
  type Actor,
  type Permission,
} from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createRotation } from "../../src/graphql/on-call/rotation/create-rotation.ts"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { schema } from "../../src/graphql/schema.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { scopeIncludes } from "../../src/graphql/workspace/key/scope-includes.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import { checkOf } from "../support/checks.ts"
import { makers, type Stage, type Wish } from "../support/makers.ts"
import { makeCustomMember, makeMember } from "../support/people.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const log = { measure: "records", comparison: "above", threshold: 0 } as const

async function makeStage(): Promise<Stage> {
  const { system, services } = world
  const { prisma } = services.database
  const { id: projectId } = await makeProject(world)
  const label = await createLabel(system, { projectId, name: "eu", color: "#112233" })
  const roleOf = (permissions: readonly Permission[]) =>
    prisma.customRole.create({
      data: { id: newId(), projectId, name: newId(), permissions: [...permissions] },
    })
  const member = await makeMember(world, projectId, "viewer")
  const common = { projectId, labelIds: [label.id], failureThreshold: 1 }
  const http = await createMonitor(system, {
    ...common,
    kind: "http",
    name: "Shop",
    url: "http://192.0.2.1/",
  })
  const ofLogs = await createMonitor(system, {
    ...common,
    kind: "log",
    name: "Logs",
    telemetry: log,
  })
  const failed: Partial<CheckResult> = {
    status: "offline",
    failureClass: "http_status",
    findings: [asWritten("Got 500.")],
  }
  await recordChecks(services, [checkOf(http, new Date(), failed)])
  const alert = await prisma.alert.findFirstOrThrow({ where: { projectId } })
  const { endpoint } = await webhooksOf(world).make(projectId, "https://hooks.example.com/", [
    "incident.created",
  ])
  const rotation = await createRotation(system, { projectId, name: "Night", timeZone: "UTC" })
  const page = await createStatusPage(system, { projectId, name: "Page" })
  return {
    projectId,
    labelId: label.id,
    strongRoleId: (await roleOf(grantable)).id,
    weakRoleId: (await roleOf(["monitors:read"])).id,
    memberId: member.memberId,
    memberUserId: member.userId,
    endpointId: endpoint.id,
    alertId: alert.id,
    incidentId: alert.incidentId ?? "",
    rotationId: rotation.id,
    pageId: page.id,
    httpId: http.id,
    logId: ofLogs.id,
  }
}

/** What an earlier run made is taken back, so that the next one can make it again. */
async function reset({ projectId, memberId, weakRoleId, pageId }: Stage): Promise<void> {
  const { prisma } = world.services.database
  await prisma.member.update({
    where: { id: memberId },
    data: { role: "viewer", customRoleId: null },
  })
  await prisma.customRole.update({
    where: { id: weakRoleId },
    data: { permissions: ["monitors:read"] },
  })
  await prisma.statusPageResource.deleteMany({ where: { pageId } })
  await prisma.reportSchedule.deleteMany({ where: { projectId } })
  await prisma.apiKey.deleteMany({ where: { projectId } })
  await prisma.slo.deleteMany({ where: { projectId } })
  await prisma.channel.deleteMany({ where: { projectId } })
  await prisma.alertShare.deleteMany({})
}

/** Few permissions, all but a few, and those that make others. */
const permissions = fc
  .oneof(
    fc.subarray([...grantable], { maxLength: 5 }),
    fc.subarray([...grantable], { minLength: grantable.length - 4 }),
  )
  .chain((some) =>
    fc
      .subarray([
        "keys:write",
        "members:write",
        "project:write",
        "webhooks:write",
        "monitors:write",
      ] as const)
      .map((more) => [...new Set<Permission>([...some, ...more])]),
  )

type Who = { kind: "person" | "key"; permissions: Permission[]; isLimited: boolean }
const who: fc.Arbitrary<Who> = fc.record({
  kind: fc.constantFrom("person", "person", "key"),
  permissions,
  isLimited: fc.boolean(),
})

const wish: fc.Arbitrary<Wish> = fc.record({
  keyClass: fc.constantFrom("public", "legacy", "legacy", "ingestion"),
  scopes: fc.oneof<fc.Arbitrary<Wish["scopes"]>[]>(
    fc.constant([]),
    fc.constant(["mcp:write"]),
    fc.constant(["all"]),
    fc.subarray([...scopes], { minLength: 1, maxLength: 4 }),
  ),
  role: fc.constantFrom("owner", "admin", "editor", "viewer", "custom"),
  permissions,
  events: fc.subarray([...eventKinds], { minLength: 1, maxLength: 3 }),
  isLimited: fc.boolean(),
})

async function actorOf({ projectId, labelId }: Stage, { kind, ...one }: Who): Promise<Actor> {
  const labelIds = one.isLimited ? [labelId] : []
  if (kind === "person") {
    return (await makeCustomMember(world, projectId, one.permissions, labelIds)).ctx.actor
  }
  const own = scopes.filter((scope) => one.permissions.includes(scope))
  const { key } = await createKey(world.system, {
    projectId,
    class: "public",
    name: "Maker",
    scopes: own.length > 0 ? own : ["monitors:read"],
  })
  return {
    kind: "key",
    keyId: key.id,
    projectId,
    plan: "pro",
    name: "Maker",
    scopes: own,
    labelIds,
  }
}

test("nothing that an actor makes can do more than the actor", async () => {
  const stage = await makeStage()
  const made: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(who, wish, async (one, wanted) => {
      await reset(stage)
      const actor = await actorOf(stage, one)
      for (const [name, make] of Object.entries(makers)) {
        const ctx = contextFor(world.services, actor)
        const before = await ctx.access.permissions(stage.projectId)
        const own = new Set<Permission>([
          "project:read",
          ...before,
          // Of the member whose role changes.
          ...(name === "changeMemberRole" ? permissionsOfRole(viewer) : []),
          ...(actor.kind === "key" ? actor.scopes.flatMap(includedIn) : []),
        ])
        const powers = await make(world, ctx, stage, wanted).catch((error: unknown) => {
          if (error instanceof DomainError) return null
          throw error
        })
        if (powers === null) continue
        made[name] = (made[name] ?? 0) + 1
        expect({ name, beyond: powers.filter((power) => !own.has(power)) }).toEqual({
          name,
          beyond: [],
        })
      }
    }),
    { numRuns: 60, seed: 7 },
  )
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(makers).toSorted())
})

const viewer = { role: "viewer", customPermissions: null } as const
const includedIn = (scope: string): readonly Permission[] =>
  Object.entries(scopeIncludes).find(([name]) => name === scope)?.[1] ?? []

/**
 * All other mutations: they make nothing that acts or tells, or only for the people and within the project that
 * already could. A new mutation belongs here or to the makers.
 */
const others = new Set(
  `
  acceptInvitation acceptSwap acknowledgeAlert acknowledgeIncident addIncidentUpdate
  addStatusPageDomain announceOnStatusPage assignAlert cancelMaintenance cancelMaintenanceSeries cancelSwap
  changeAlertState changeIncidentState convertMonitors createCorrection createIncidentTemplate createLabel
  createOnCallPolicy createOverride createProject createRotation createSeverity createState
  createStatusPage createStatusPageGroup createTeam createTelemetryRule declareIncident declineSwap
  deleteChannel deleteCorrection deleteCustomRole deleteIncidentTemplate deleteLabel deleteMonitor deleteMonitors
  deleteOnCallPolicy deleteOverride deleteProject deleteReportSchedule deleteRotation deleteSeverity
  deleteSlo deleteState deleteStatusPage deleteStatusPageGroup deleteTeam deleteTelemetryRule
  deleteView deleteWebhookEndpoint detachStatusPageResource disconnectChatAccount endMaintenance
  escalateAlert hideIncidentFromStatusPage labelMonitors leaveProject moveStatusPageResource
  muteMonitor muteMonitors muteSlo pauseMonitor pauseMonitors previewStatusPage proposeSwap
  removeMember removeRotationCalendar removeStatusPageAnnouncement removeStatusPageDomain
  removeStatusPageSubscriber renameProject reopenIncident replayDeliveriesSince replayDelivery
  mergeAlert noteAlert pageForAlert pageForIncident snoozeAlert splitAlert unsnoozeAlert
  requestCheck requireTwoFactor resendChannelCode resetContactRules resolveAlert resolveIncident
  resumeMonitor resumeMonitors revokeAlertShare revokeInvitation revokeKey revokeOAuthGrant
  revokeOnCallFeed rotateHeartbeatUrl saveContactRules savePostmortem saveView scheduleMaintenance
  scheduleMaintenanceSeries sendTestEvent setInstallationSettings setMonitorOnCallPolicy setPolicyOfMonitors
  setProjectTimeZone setRotationCalendar setStatusPageAccess setStatusPageLogo testChannel
  testInstallation testMonitor unacknowledgeAlert unacknowledgeIncident unmuteMonitor unmuteMonitors unmuteSlo
  updateChannel updateIncident updateIncidentTemplate updateLabel updateMaintenance
  updateMaintenanceSeries updateOnCallPolicy updateOverride updateReportSchedule updateRotation
  createSource updateSource rotateSourceKey deleteSource testSource
  updateSeverity updateSlo updateState updateStatusPage updateStatusPageAnnouncement
  updateStatusPageGroup updateStatusPageResource updateTeam verifyChannel verifyStatusPageDomain
  acknowledgeAlerts acknowledgeIncidents assignAlerts mergeAlerts reopenAlerts reopenIncidents resolveAlerts
  resolveIncidents snoozeAlerts splitAlerts unacknowledgeAlerts unacknowledgeIncidents unsnoozeAlerts
  `
    .trim()
    .split(/\s+/),
)

test("every mutation is known as one that makes something or one that does not", () => {
  const mutation = schema.getMutationType()
  const names = Object.keys(isObjectType(mutation) ? mutation.getFields() : {})
  expect(names.filter((name) => !(name in makers) && !others.has(name))).toEqual([])
  expect([...others, ...Object.keys(makers)].toSorted()).toEqual(names.toSorted())
})
