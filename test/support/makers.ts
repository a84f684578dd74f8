import { createHash, randomBytes, randomInt } from "node:crypto"
import { createGrantAuthenticator } from "../../src/api/authenticate-grant.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import type { KeyClass } from "../../prisma/generated/enums.ts"
import { permissionsOfRole, type Permission, type Scope } from "../../src/graphql/kernel/access.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { createChannel } from "../../src/graphql/delivery/channel/create-channel.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { rotateSecret } from "../../src/graphql/delivery/webhook/rotate-secret.ts"
import { updateEndpoint } from "../../src/graphql/delivery/webhook/update-webhook.ts"
import { shareAlert } from "../../src/graphql/incidents/alert/share-alert.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { createFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import type { EventKind } from "../../src/graphql/outbox/event-kinds.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { showIncident } from "../../src/graphql/status-pages/status-page/show-incident.ts"
import { createReportSchedule } from "../../src/graphql/status-pages/uptime-report/create-report-schedule.ts"
import { createCustomRole } from "../../src/graphql/workspace/custom-role/create-custom-role.ts"
import { updateCustomRole } from "../../src/graphql/workspace/custom-role/update-custom-role.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { acceptInvitation } from "../../src/graphql/workspace/member/accept-invitation.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { approveRequest } from "../../src/graphql/workspace/oauth/approve-request.ts"
import { mcpResource } from "../../src/graphql/workspace/oauth/mcp-resource.ts"
import { redeemCode } from "../../src/graphql/workspace/oauth/redeem.ts"
import { registerClient } from "../../src/graphql/workspace/oauth/register-client.ts"
import { newId } from "../../src/platform/id.ts"
import { makePerson } from "./people.ts"
import type { World } from "./world.ts"

/** What an actor tries to make things with. */
export type Wish = {
  keyClass: KeyClass
  scopes: (Scope | "all" | "mcp:write")[]
  role: "owner" | "admin" | "editor" | "viewer" | "custom"
  permissions: Permission[]
  events: EventKind[]
  isLimited: boolean
}

/** Objects of the project, made by the system. */
export type Stage = {
  projectId: string
  labelId: string
  strongRoleId: string
  weakRoleId: string
  memberId: string
  memberUserId: string
  endpointId: string
  alertId: string
  incidentId: string
  rotationId: string
  pageId: string
  httpId: string
  logId: string
}

/** What can be done and learned through what was made. */
type Make = (world: World, ctx: Context, stage: Stage, wish: Wish) => Promise<readonly Permission[]>

const log = { measure: "records", comparison: "above", threshold: 0 } as const
const reads: Record<string, Permission> = {
  monitor: "monitors:read",
  incident: "incidents:read",
  alert: "alerts:read",
  maintenance: "maintenances:read",
  on_call: "on_call:read",
  audit_entry: "audit:read",
}
const carried = (events: readonly string[]) =>
  events.flatMap((event) => reads[event.split(".")[0] ?? ""] ?? [])

const powersOf = ({ access }: Context, projectId: string) => access.permissions(projectId)
const unlimited = (wish: Wish, stage: Stage) => (wish.isLimited ? [stage.labelId] : [])
const callback = "http://127.0.0.1:33418/callback"

/** The mutations that make something which acts or tells, by their names. */
export const makers: Record<string, Make> = {
  async createKey({ services }, ctx, stage, wish) {
    const { projectId } = stage
    const { keyClass, scopes } = wish
    const labelIds = unlimited(wish, stage)
    const made = await createKey(ctx, {
      projectId,
      class: keyClass,
      name: "Made",
      scopes,
      labelIds,
    })
    const authenticate = createKeyAuthenticator(services)
    const actor = await authenticate(`Bearer ${made.token}`, keyClass)
    return powersOf(contextFor(services, actor), projectId)
  },
  async inviteMember(world, ctx, stage, { role }) {
    const { projectId, strongRoleId } = stage
    const person = await makePerson(world)
    const { url } = await inviteMember(ctx, {
      projectId,
      email: person.email,
      role,
      customRoleId: role === "custom" ? strongRoleId : null,
    })
    await acceptInvitation(person.ctx, url.split("/").at(-1) ?? "")
    return powersOf(contextFor(world.services, person.ctx.actor), projectId)
  },
  async changeMemberRole({ services }, ctx, stage, { role }) {
    const { memberId, memberUserId: userId, projectId, strongRoleId } = stage
    const customRoleId = role === "custom" ? strongRoleId : null
    await changeRole(ctx, { memberId, role, customRoleId })
    const actor = { kind: "user", userId, sessionId: newId(), name: "", email: "" } as const
    return powersOf(contextFor(services, actor), projectId)
  },
  async createCustomRole(_world, ctx, { projectId }, { permissions }) {
    const made = await createCustomRole(ctx, { projectId, name: newId(), permissions })
    return [...permissionsOfRole({ role: "custom", customPermissions: made.permissions })]
  },
  async updateCustomRole(_world, ctx, { weakRoleId: id }, { permissions }) {
    const made = await updateCustomRole(ctx, { id, name: newId(), permissions })
    return [...permissionsOfRole({ role: "custom", customPermissions: made.permissions })]
  },
  async createWebhookEndpoint(_world, ctx, { projectId }, { events: eventTypes }) {
    await createEndpoint(ctx, { projectId, url: "https://hooks.example.com/made", eventTypes })
    return carried(eventTypes)
  },
  async updateWebhookEndpoint(_world, ctx, { endpointId }, { events: eventTypes }) {
    await updateEndpoint(ctx, endpointId, { eventTypes })
    return carried(eventTypes)
  },
  async rotateWebhookSecret({ services }, ctx, { endpointId }) {
    await rotateSecret(ctx, endpointId)
    const where = { id: endpointId }
    const found = await services.database.prisma.webhookEndpoint.findUniqueOrThrow({ where })
    return carried(found.eventTypes)
  },
  async createChannel(_world, ctx, { projectId }) {
    const url = `https://discord.com/api/webhooks/${String(randomInt(1e14)).padStart(17, "1")}/${"a".repeat(68)}`
    const given = { kind: "discord_webhook", name: "Made", settings: { url } } as const
    await createChannel(ctx, { projectId, ...given })
    return ["alerts:read"]
  },
  async shareAlert(_world, ctx, { alertId }) {
    await shareAlert(ctx, { id: alertId, days: 1 })
    return ["alerts:read", "monitors:read"]
  },
  async createOnCallFeed(_world, ctx, { projectId, rotationId }) {
    await createFeed(ctx, { projectId, rotationId })
    return ["on_call:read"]
  },
  async createReportSchedule(_world, ctx, { projectId }) {
    await createReportSchedule(ctx, { projectId, memberIds: [], addresses: ["a@example.com"] })
    return ["monitors:read", "incidents:read"]
  },
  async attachStatusPageMonitor(_world, ctx, { pageId, httpId }) {
    await attachMonitor(ctx, { statusPageId: pageId, monitorId: httpId })
    return ["monitors:read"]
  },
  async showIncidentOnStatusPage(_world, ctx, { pageId, incidentId }) {
    await showIncident(ctx, { statusPageId: pageId, incidentId })
    return ["incidents:read"]
  },
  async createMonitor(_world, ctx, { projectId, labelId }) {
    const labelIds = [labelId]
    await createMonitor(ctx, { projectId, kind: "log", name: "Made", telemetry: log, labelIds })
    return ["telemetry:read"]
  },
  async updateMonitor(_world, ctx, { logId }) {
    await updateMonitor(ctx, logId, { telemetry: { ...log, threshold: Math.random() } })
    return ["telemetry:read"]
  },
  async importMonitors(_world, ctx, { projectId }) {
    const monitors = [{ name: newId(), monitor_type: "log", telemetry: log }]
    const { createdCount } = await importMonitors(ctx, {
      projectId,
      document: { version: 1, monitors },
    })
    return createdCount === 0 ? [] : ["telemetry:read"]
  },
  async createSlo(_world, ctx, { projectId }) {
    const objective = { indicator: "service", service: "cart", targetPercent: 99 } as const
    await createSlo(ctx, { projectId, name: "Made", windowDays: 30, ...objective })
    return ["telemetry:read"]
  },
  async approveOAuthRequest({ services }, ctx, { projectId }, { isLimited: mayWrite }) {
    const client = await registerClient(services, { redirect_uris: [callback] })
    const verifier = randomBytes(32).toString("base64url")
    const request = {
      clientId: client.id,
      redirectUri: callback,
      responseType: "code",
      codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
      codeChallengeMethod: "S256",
      resource: mcpResource(services.env),
    }
    const approved = await approveRequest(ctx, { projectId, mayWrite, request })
    const code = new URL(approved).searchParams.get("code") ?? ""
    const given = { code, clientId: client.id, redirectUri: callback, verifier }
    const { accessToken } = await redeemCode(services, given)
    const actor = await createGrantAuthenticator(services)(accessToken)
    return powersOf(contextFor(services, actor), projectId)
  },
}
