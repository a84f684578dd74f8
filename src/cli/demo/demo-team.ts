import { randomBytes } from "node:crypto"
import type { Monitor, User } from "../../../prisma/generated/client.ts"
import { readSettings } from "../../graphql/delivery/channel/channel-config.ts"
import { confirmChannel } from "../../graphql/delivery/channel/own-address.ts"
import type { Context } from "../../graphql/kernel/context.ts"
import { scheduleMaintenance } from "../../graphql/maintenance/window/schedule-maintenance.ts"
import { scheduleSeries } from "../../graphql/maintenance/series/schedule-series.ts"
import { updateMonitor } from "../../graphql/monitoring/monitor/write/update-monitor.ts"
import { createPolicy } from "../../graphql/on-call/policy/create-policy.ts"
import { createRotation } from "../../graphql/on-call/rotation/create-rotation.ts"
import { createSlo } from "../../graphql/slo/create-slo.ts"
import { createLabel } from "../../graphql/workspace/label/create-label.ts"
import { newId } from "../../platform/id.ts"
import { makeAccount, makeOwner } from "../make-account.ts"

/** The people, labels, on-call setup and planned maintenance of the demo's project. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const labels = [
  { name: "production", color: "#2f6f4f", kinds: ["http", "tls"] },
  { name: "infrastructure", color: "#5b5bd6", kinds: ["tcp", "dns", "ping"] },
  { name: "jobs", color: "#b7791f", kinds: ["heartbeat"] },
]

/** Adds a colleague, a weekly rotation of both, and a policy that pages the rotation, then everybody. */
export async function makeTeam(ctx: Context, projectId: string, owner: User): Promise<void> {
  const colleague = await ensureColleague(ctx)
  await makeOwner(ctx, colleague, [{ id: projectId }])
  for (const user of [owner, colleague]) {
    await confirmEmail(ctx, user)
    await addSecondAddress(ctx, user)
  }
  const participantIds = [owner.id, colleague.id]
  const rotation = await createRotation(ctx, {
    projectId,
    name: "Primary",
    timeZone: "Europe/Berlin",
    layers: [
      {
        name: "Weekly",
        startsAt: new Date(Date.now() - 28 * dayMs),
        handOver: { unit: "weeks", every: 1, time: "09:00", weekday: 1 },
        participantIds,
      },
    ],
  })
  await createPolicy(ctx, {
    projectId,
    name: "Default",
    description: "The person on call first, then everybody.",
    repeatCount: 1,
    rules: [
      { delayMinutes: 0, targets: [{ rotationId: rotation.id }] },
      { delayMinutes: 2, targets: participantIds.map((userId) => ({ userId })) },
    ],
  })
}

async function ensureColleague(ctx: Context): Promise<User> {
  const email = "grace@example.com"
  const held = await ctx.database.prisma.user.findUnique({ where: { email } })
  // Nobody signs in with this account.
  const password = randomBytes(24).toString("base64url")
  return held ?? makeAccount(ctx, { email, name: "Grace Hopper", password })
}

/** Confirms the address of the account, so that pages go to it. */
async function confirmEmail({ database: { prisma } }: Context, { id }: User): Promise<void> {
  const user = await prisma.user.update({ where: { id }, data: { emailVerified: true } })
  await confirmChannel(prisma, user, new Date())
}

/** A person with one channel is not ready to be on call. */
async function addSecondAddress(ctx: Context, user: User): Promise<void> {
  const address = user.email.replace("@", ".phone@")
  const { prisma } = ctx.database
  await prisma.channel.create({
    data: {
      ...readSettings("email", { address }, ctx),
      id: newId(),
      userId: user.id,
      kind: "email",
      name: "Phone",
      verifiedAt: new Date(),
    },
  })
}

export async function labelMonitors(ctx: Context, projectId: string, monitors: Monitor[]) {
  for (const { kinds, ...label } of labels) {
    await createLabel(ctx, { projectId, ...label })
    for (const { id, kind } of monitors) {
      if (kinds.includes(kind)) await updateMonitor(ctx, id, { labels: [label.name] })
    }
  }
}

/** One window tomorrow night, and a weekly series. */
export async function planMaintenance(ctx: Context, projectId: string, monitors: Monitor[]) {
  const idsOf = (kind: string) => monitors.filter((one) => one.kind === kind).map(({ id }) => id)
  const tomorrow = Math.floor(Date.now() / dayMs + 1) * dayMs
  await scheduleMaintenance(ctx, {
    projectId,
    title: "Move the mail server to new disks",
    description: "Mail is accepted again within a few minutes.",
    startsAt: new Date(tomorrow + 22 * hourMs),
    endsAt: new Date(tomorrow + 23 * hourMs),
    monitorIds: idsOf("tcp"),
    notifyBeforeMinutes: 60,
  })
  await scheduleSeries(ctx, {
    projectId,
    title: "Weekly updates of the name server",
    monitorIds: idsOf("dns"),
    timeZone: "Europe/Berlin",
    unit: "weeks",
    weekdays: [7],
    startsOn: new Date(tomorrow).toISOString().slice(0, 10),
    startTime: "03:00",
    durationMinutes: 30,
  })
}

/** One target over both shops in a month, and one over the mail server in four weeks. */
export async function makeSlos(ctx: Context, projectId: string, monitors: Monitor[]) {
  const named = (names: string[]) =>
    monitors.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  const indicator = "monitors"
  await createSlo(ctx, {
    projectId,
    name: "Shop availability",
    description: "What the contract with customers promises.",
    targetPercent: 99.9,
    windowDays: 30,
    indicator,
    monitorIds: named(["Shop", "Shop API"]),
  })
  await createSlo(ctx, {
    projectId,
    name: "Mail delivery",
    targetPercent: 99.5,
    windowDays: 28,
    indicator,
    monitorIds: named(["Mail server"]),
  })
}
