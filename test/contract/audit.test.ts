import { expect, test } from "vitest"
import { connectChatAccount } from "../../src/graphql/delivery/chat/connect-chat.ts"
import { advanceMaintenances } from "../../src/graphql/maintenance/window/advance-maintenances.ts"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { newId } from "../../src/platform/id.ts"
import { createAudited, mutations } from "../support/audited.ts"
import { channelSettings, codeOf } from "../support/channels.ts"
import { startDnsServer } from "../support/dns-server.ts"
import { createdMonitor } from "../support/history.ts"
import { makeOutage } from "../support/outage.ts"
import { makeCustomMember, makeMember, makePerson } from "../support/people.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld({ ...testEnv, ...channelSettings })

/** Mutations without an entry, and why. */
const exempt: Record<string, string> = {
  convertMonitors: "It writes nothing.",
  previewStatusPage: "It writes nothing: the link is signed.",
  testMonitor: "It stores nothing.",
  testInstallation: "It stores nothing.",
  saveView: "A person's own name for a filtered list, which nobody else sees.",
  deleteView: "A person's own name for a filtered list, which nobody else sees.",
  deleteProject: "The audit log is deleted with its project.",
}

/** Everybody may change their own account. */
const ofAccounts = new Set([
  "createProject",
  "leaveProject",
  "saveContactRules",
  "resetContactRules",
  "disconnectChatAccount",
])
const isOwn = (field: string, { projectId }: Record<string, unknown>) =>
  ofAccounts.has(field) || (field === "createChannel" && projectId === null)

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

async function open() {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const grace = await makeMember(world, projectId, "editor", "Grace")
  const stranger = await makePerson(world, "Mallory")
  const idle = await makeCustomMember(world, projectId, [])
  const actors = {
    "a stranger": stranger.ctx.actor,
    "a member without permissions": idle.ctx.actor,
  }
  const audited = await createAudited(world, ada.ctx.actor, { actors, isOwn })
  const text = async (...given: Parameters<typeof audited.mutate>) =>
    String((await audited.mutate(...given))["id"])
  return { projectId, ada, grace, ...audited, make: text, asGrace: { as: grace.ctx.actor } }
}

type Story = Awaited<ReturnType<typeof open>>

async function onMonitors({ projectId, make, mutate }: Story): Promise<void> {
  const labelId = await make("createLabel", { projectId, name: "shop" })
  await mutate("updateLabel", { id: labelId, color: "#112233" })
  const input = { name: "Shop", url: "http://203.0.113.1/", interval: "1m" }
  const id = await make("createMonitor", { projectId, kind: "HTTP", input })
  const beat = { name: "Job", heartbeatIntervalMinutes: 5, heartbeatGraceMinutes: 5 }
  const beatId = await make("createMonitor", { projectId, kind: "HEARTBEAT", input: beat })
  await mutate("updateMonitor", { id, input: { name: "Store" } })
  await mutate("rotateHeartbeatUrl", { id: beatId })
  await mutate("requestCheck", { id })
  for (const field of ["pauseMonitor", "resumeMonitor"]) await mutate(field, { id })
  await mutate("muteMonitor", { id, durationMinutes: 5 })
  await mutate("unmuteMonitor", { id })
  const selection = { projectId, ids: [id] }
  await mutate("labelMonitors", { selection, addIds: [labelId] })
  for (const field of ["pauseMonitors", "resumeMonitors"]) await mutate(field, { selection })
  await mutate("muteMonitors", { selection, durationMinutes: 5 })
  await mutate("unmuteMonitors", { selection })
  const policyId = await make("createOnCallPolicy", { projectId, name: "Night", isDefault: false })
  await mutate("setMonitorOnCallPolicy", { monitorId: id, policyId })
  await mutate("setPolicyOfMonitors", { selection, policyId: null })
  const document = {
    version: 1,
    monitors: [{ name: "Imported", monitor_type: "http", url: "http://203.0.113.2/" }],
  }
  await mutate("importMonitors", { projectId, document })
  const slo = {
    projectId,
    name: "Shop",
    indicator: "MONITORS",
    monitorIds: [id],
    targetPercent: 99,
    windowDays: 30,
  }
  const sloId = await make("createSlo", slo)
  await mutate("updateSlo", { id: sloId, name: "Store" })
  await mutate("muteSlo", { id: sloId, durationMinutes: 5 })
  for (const field of ["unmuteSlo", "deleteSlo"]) await mutate(field, { id: sloId })
  await mutate("deleteMonitor", { id: beatId })
  await mutate("deleteMonitors", { selection })
  await mutate("deleteLabel", { id: labelId })
  await mutate("updateOnCallPolicy", { id: policyId, name: "Day" })
  await mutate("deleteOnCallPolicy", { id: policyId })
  const rule = { projectId, name: "Noise", signal: "LOGS", keepPercent: 10, severityBelow: 9 }
  await mutate("deleteTelemetryRule", { id: await make("createTelemetryRule", rule) })
}

async function onIncidents({ projectId, ada, make, mutate }: Story): Promise<void> {
  const raise = async () => (await makeOutage(world, projectId, { level: "offline" })).alertId
  const [first, second] = [await raise(), await raise()]
  const whom = { userIds: [ada.userId] }
  await mutate("snoozeAlert", { id: first, until: at(1) })
  await mutate("unsnoozeAlert", { id: first })
  await mutate("assignAlert", { id: first, userId: ada.userId })
  await mutate("noteAlert", { id: first, body: "Looking" })
  await mutate("pageForAlert", { id: first, ...whom })
  await mutate("mergeAlert", { id: second, intoId: first })
  await mutate("splitAlert", { id: second })
  const outages = [
    await makeOutage(world, projectId, { level: "offline" }),
    await makeOutage(world, projectId, { level: "offline" }),
  ]
  const alerts = { selection: { projectId, ids: outages.map(({ alertId }) => alertId) } }
  await mutate("assignAlerts", { ...alerts, userId: ada.userId })
  await mutate("snoozeAlerts", { ...alerts, until: at(1) })
  const verbs = ["acknowledge", "unacknowledge", "resolve", "reopen"]
  const onAlerts = ["unsnooze", "merge", "split", ...verbs].map((verb) => `${verb}Alerts`)
  for (const field of onAlerts) await mutate(field, alerts)
  const incidentIds = outages.map(({ outage }) => outage.incidentId)
  const incidents = { selection: { projectId, ids: incidentIds } }
  for (const verb of verbs) await mutate(`${verb}Incidents`, incidents)
  for (const field of ["acknowledgeAlert", "unacknowledgeAlert", "escalateAlert"]) {
    await mutate(field, { id: first })
  }
  await mutate("revokeAlertShare", { id: await make("shareAlert", { id: first, days: 1 }) })
  await mutate("resolveAlert", { id: first })
  const color = "#112233"
  const stateId = await make("createState", {
    projectId,
    subject: "ALERT",
    name: "Odd",
    color,
    meaning: "OPEN",
  })
  await mutate("changeAlertState", { id: second, state: "odd" })
  await mutate("updateState", { id: stateId, name: "Even" })
  const looked = { projectId, subject: "INCIDENT", name: "looked at", color, meaning: "OPEN" }
  await mutate("createState", looked)
  const unused = await make("createState", {
    projectId,
    subject: "INCIDENT",
    name: "No",
    color,
    meaning: "OPEN",
  })
  await mutate("changeIncidentState", {
    id: await make("declareIncident", { projectId, title: "Other" }),
    state: "looked at",
  })
  await mutate("deleteState", { id: unused })
  const severityId = await make("createSeverity", {
    projectId,
    subject: "INCIDENT",
    name: "Odd",
    color,
  })
  await mutate("updateSeverity", { id: severityId, name: "Even" })
  await mutate("deleteSeverity", { id: severityId })
  const template = await make("createIncidentTemplate", {
    projectId,
    name: "Outage",
    title: "Down",
  })
  await mutate("updateIncidentTemplate", { id: template, title: "Out" })
  await mutate("deleteIncidentTemplate", { id: template })
  const id = await make("declareIncident", { projectId, title: "Fire", page: whom })
  await mutate("pageForIncident", { id, ...whom })
  await mutate("acknowledgeIncident", { id })
  await mutate("unacknowledgeIncident", { id })
  await mutate("updateIncident", { id, title: "Smoke" })
  await mutate("addIncidentUpdate", { id, body: "We look." })
  const statusPageId = await make("createStatusPage", { projectId, name: "Acme" })
  for (const field of ["showIncidentOnStatusPage", "hideIncidentFromStatusPage"]) {
    await mutate(field, { statusPageId, incidentId: id })
  }
  for (const field of ["resolveIncident", "reopenIncident"]) await mutate(field, { id })
  await mutate("savePostmortem", { id, note: "It burned." }, { select: "saved" })
}

async function onMaintenance({ projectId, make, mutate }: Story): Promise<void> {
  const { id: monitorId } = await createdMonitor(world, projectId, new Date())
  const correction = await make("createCorrection", {
    projectId,
    monitorIds: [monitorId],
    startsAt: at(-2),
    endsAt: at(-1),
    reason: "Test",
  })
  await mutate("deleteCorrection", { id: correction })
  const window = { projectId, title: "Upgrade", startsAt: at(1), endsAt: at(2) }
  const id = await make("scheduleMaintenance", window)
  await mutate("updateMaintenance", { id, title: "Move" })
  await mutate("cancelMaintenance", { id })
  const begun = await make("scheduleMaintenance", window)
  await world.services.database.pool.query(
    "update maintenance set starts_at = now() where id = $1",
    [begun],
  )
  await advanceMaintenances(world.services)
  await mutate("endMaintenance", { id: begun })
  const series = await make("scheduleMaintenanceSeries", {
    projectId,
    title: "Weekly",
    unit: "DAYS",
    every: 1,
    startTime: "03:00",
    durationMinutes: 30,
    startsOn: at(24).slice(0, 10),
    timeZone: "UTC",
  })
  await mutate("updateMaintenanceSeries", { id: series, title: "Daily" })
  await mutate("cancelMaintenanceSeries", { id: series })
}

async function onCall({ projectId, ada, grace, make, mutate, asGrace }: Story): Promise<void> {
  const teamId = await make("createTeam", { projectId, name: "Ops", userIds: [ada.userId] })
  await mutate("updateTeam", { id: teamId, name: "Platform" })
  await mutate("deleteTeam", { id: teamId })
  const layer = {
    name: "All",
    handOver: { unit: "DAYS", every: 7, time: "09:00" },
    participantIds: [ada.userId],
    startsAt: at(-24),
  }
  const rotation = { projectId, name: "Primary", timeZone: "UTC", layers: [layer] }
  const rotationId = await make("createRotation", rotation)
  await mutate("updateRotation", { id: rotationId, name: "Main" })
  const override = { rotationId, startsAt: at(40), endsAt: at(41), userId: grace.userId }
  const overrideId = await make("createOverride", override)
  await mutate("updateOverride", { id: overrideId, endsAt: at(42) })
  await mutate("deleteOverride", { id: overrideId })
  const swap = { rotationId, takerId: grace.userId, startsAt: at(2), endsAt: at(3) }
  await mutate("acceptSwap", { id: await make("proposeSwap", swap) }, asGrace)
  const later = { ...swap, startsAt: at(4), endsAt: at(5) }
  await mutate("declineSwap", { id: await make("proposeSwap", later) }, asGrace)
  await mutate("cancelSwap", { id: await make("proposeSwap", later) })
  await mutate(
    "setRotationCalendar",
    { rotationId, url: "https://example.com/on-call.ics" },
    { select: "__typename" },
  )
  await mutate("removeRotationCalendar", { rotationId })
  const feed = await mutate(
    "createOnCallFeed",
    { projectId, rotationId },
    { select: "feed { id }" },
  )
  await mutate("revokeOnCallFeed", { id: (feed["feed"] as { id: string }).id })
  await mutate("deleteRotation", { id: rotationId })
  await mutate("saveContactRules", { timeZone: "UTC", high: [] }, { select: "__typename" })
  await mutate("resetContactRules", {})
  await connectChatAccount(world.services, ada.userId, { memberId: "1234", name: "ada" })
  await mutate("disconnectChatAccount", { memberId: "1234" })
}

async function onStatusPages({ projectId, make, mutate }: Story): Promise<void> {
  const id = await make("createStatusPage", { projectId, name: "Public" })
  await mutate("updateStatusPage", { id, name: "Open" })
  await mutate("setStatusPageAccess", { id, kind: "PASSWORD", password: "open sesame" })
  const image = Buffer.from("89504e470d0a1a0a00", "hex").toString("base64")
  await mutate("setStatusPageLogo", { id, image })
  const groupId = await make("createStatusPageGroup", { statusPageId: id, name: "EU" })
  await mutate("updateStatusPageGroup", { id: groupId, name: "US" })
  const input = { name: "Site", url: "http://203.0.113.1/" }
  const monitorId = await make("createMonitor", { projectId, kind: "HTTP", input })
  const resource = await make("attachStatusPageMonitor", { statusPageId: id, monitorId })
  await mutate("updateStatusPageResource", { id: resource, displayName: "Shop" })
  await mutate("moveStatusPageResource", { id: resource, groupId, position: 1 })
  await mutate("detachStatusPageResource", { id: resource })
  await mutate("deleteStatusPageGroup", { id: groupId })
  const news = await make("announceOnStatusPage", { statusPageId: id, body: "Hello" })
  await mutate("updateStatusPageAnnouncement", { id: news, body: "Bye" })
  await mutate("removeStatusPageAnnouncement", { id: news })
  const domain = await mutate(
    "addStatusPageDomain",
    { statusPageId: id, host: "status.example" },
    { select: "id token: recordValue" },
  )
  const data = [String(domain["token"])]
  const dns = await startDnsServer(({ name }) => ({ answers: [{ type: "TXT", name, data }] }))
  const env = { ...world.services.env, RESOLVERS: [dns.server] }
  const resolving = { ...world, services: { ...world.services, env } }
  await mutate("verifyStatusPageDomain", { id: domain["id"] }, { world: resolving })
  await mutate("removeStatusPageDomain", { id: domain["id"] })
  const bytes = Uint8Array.from([1])
  const { id: subscriber } = await world.services.database.prisma.statusPageSubscriber.create({
    data: {
      id: newId(),
      pageId: id,
      kind: "email",
      sealedAddress: world.services.vault.seal("{}"),
      addressHash: bytes,
      askedAt: new Date(),
    },
  })
  await mutate("removeStatusPageSubscriber", { id: subscriber })
  await mutate("deleteStatusPage", { id })
}

async function onProject({ projectId, ada, make, mutate, asGrace }: Story): Promise<void> {
  await mutate("createProject", { name: "Second" })
  await mutate("renameProject", { id: projectId, name: "First" })
  await mutate("setProjectTimeZone", { projectId, timeZone: "Europe/Berlin" })
  const strong = { as: { ...ada.ctx.actor, isStrong: true } as Actor }
  for (const isRequired of [true, false]) {
    await mutate("requireTwoFactor", { projectId, isRequired }, strong)
  }
  const role = await make("createCustomRole", {
    projectId,
    name: "Support",
    permissions: ["monitors:read"],
  })
  await mutate("updateCustomRole", { id: role, name: "Support", permissions: ["alerts:read"] })
  await mutate("deleteCustomRole", { id: role })
  const report = await make("createReportSchedule", { projectId, memberIds: [ada.memberId] })
  await mutate("updateReportSchedule", { id: report, addresses: ["boss@example.test"] })
  await mutate("deleteReportSchedule", { id: report })
  const invite = (email: string) =>
    mutate(
      "inviteMember",
      { projectId, email, role: "VIEWER" },
      { select: "url invitation { id }" },
    )
  const joining = await makePerson(world, "Joan")
  const { url } = await invite(joining.email)
  const token = String(url).split("/").at(-1)
  const memberId = await make("acceptInvitation", { token }, { as: joining.ctx.actor })
  const { invitation } = await invite("nobody@example.test")
  await mutate("revokeInvitation", { id: (invitation as { id: string }).id })
  await mutate("changeMemberRole", { id: memberId, role: "EDITOR" })
  await mutate("removeMember", { id: memberId })
  const { key } = await mutate(
    "createKey",
    { projectId, class: "PUBLIC", name: "k", scopes: ["all"] },
    { select: "key { id }" },
  )
  await mutate("revokeKey", { id: (key as { id: string }).id })
  const callback = "http://127.0.0.1:33418/callback"
  const { prisma } = world.services.database
  const client = await prisma.oAuthClient.create({
    data: { id: newId(), name: "Agent", redirectUris: [callback] },
  })
  const request = {
    clientId: client.id,
    redirectUri: callback,
    responseType: "code",
    codeChallenge: "x".repeat(43),
    codeChallengeMethod: "S256",
  }
  await mutate("approveOAuthRequest", { request, projectId, mayWrite: false })
  const grant = await prisma.oAuthGrant.findFirstOrThrow({ where: { userId: ada.userId } })
  await mutate("revokeOAuthGrant", { id: grant.id })
  // Ada has the first account.
  const values = [{ name: "SIGN_UP", value: "invited" }]
  const set = { group: "SIGN_UP", values, isConfirmed: false }
  await mutate("setInstallationSettings", set, { select: "hasAccounts" })
  await mutate("leaveProject", { projectId }, asGrace)
}

async function onDeliveries({ projectId, make, mutate }: Story): Promise<void> {
  const { pool } = world.services.database
  const settings = { number: "+4915123456789" }
  for (const owner of [{ projectId: null }, { projectId }]) {
    const isTeam = owner.projectId !== null
    const of = isTeam
      ? { kind: "EMAIL", settings: { address: "ops@example.test" } }
      : { kind: "SMS", settings }
    const id = await make("createChannel", { ...owner, ...of, name: "Own" })
    await pool.query("update channel set code_expires_at = now() - interval '1 s' where id = $1", [
      id,
    ])
    await mutate("resendChannelCode", { id })
    await mutate("verifyChannel", { id, code: await codeOf(world, id) })
    await mutate("updateChannel", { id, name: "Other" })
    await mutate("testChannel", { id })
    await mutate("deleteChannel", { id })
  }
  const endpoint = {
    projectId,
    url: "https://hooks.example.com/hook",
    eventTypes: ["alert.created"],
  }
  const made = await mutate("createWebhookEndpoint", endpoint, { select: "endpoint { id }" })
  const { id } = made["endpoint"] as { id: string }
  await mutate("updateWebhookEndpoint", { id, description: "Ours" })
  const delivery = await make("sendTestEvent", { endpointId: id })
  await mutate("replayDelivery", { id: delivery })
  await mutate("replayDeliveriesSince", { endpointId: id, since: at(-1) })
  await mutate("rotateWebhookSecret", { id }, { select: "__typename" })
  await mutate("deleteWebhookEndpoint", { id })
  const source = { projectId, kind: "PAGERDUTY", name: "Prometheus" }
  const created = await mutate("createSource", source, { select: "source { id }" })
  const sourceId = (created["source"] as { id: string }).id
  await mutate("updateSource", { id: sourceId, name: "Prometheus in eu-1" })
  await mutate("testSource", { id: sourceId })
  await mutate("rotateSourceKey", { id: sourceId }, { select: "__typename" })
  await mutate("deleteSource", { id: sourceId })
}

test("every mutation is refused to others and writes an entry of the audit log in its own transaction", async () => {
  const story = await open()
  await onMonitors(story)
  await onIncidents(story)
  await onMaintenance(story)
  await onCall(story)
  await onStatusPages(story)
  await onDeliveries(story)
  await onProject(story)
  expect(story.faults).toEqual([])
  const missing = Object.keys(mutations).filter(
    (field) => !story.seen.has(field) && !(field in exempt),
  )
  expect(missing).toEqual([])
  expect(
    Object.keys(exempt).filter((field) => story.seen.has(field) || !(field in mutations)),
  ).toEqual([])
  expect(Object.keys(exempt).length).toBeLessThanOrEqual(7)
})
