import type { Store } from "../../src/jobs/export/copy-store.ts"
import { FindingError } from "../../src/findings/finding-error.ts"
import { pingDeadMan } from "../../src/jobs/audit/dead-man-switch.ts"
import { failExport } from "../../src/jobs/export/settle-copy.ts"
import { claimExports } from "../../src/jobs/export/claim-copy.ts"
import { BackupError } from "../../src/platform/backup/backup-error.ts"
import { recordBackupFailure } from "../../src/graphql/workspace/backup/record-backup.ts"
import { judgeSettings } from "../../src/cli/run-role.ts"
import { newId } from "../../src/platform/id.ts"
import { reportResources } from "../../src/platform/resources/report-resources.ts"
import { ownNetworkOf } from "../../src/probe/check-target.ts"
import { watchEgress } from "../../src/probe/egress-watch.ts"
import type { NetworkFinding } from "../../src/probe/honest/finding.ts"
import { closedPort } from "../support/listeners.ts"
import { soon } from "../support/soon.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { settleRestored } from "../../src/graphql/monitoring/restore/settle-restored.ts"
import { updateEndpoint } from "../../src/graphql/delivery/webhook/update-webhook.ts"
import { reap } from "../../src/notify/engine/reap-leases.ts"
import { createSend } from "../../src/platform/send-post.ts"
import { reachOf } from "../support/reach.ts"
import { lanesOf } from "../support/queue.ts"
import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Sender } from "../../src/channels/message.ts"
import { senders, type Senders } from "../../src/channels/senders.ts"
import { expect, test } from "vitest"
import { z } from "zod"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { evaluateSlos } from "../../src/graphql/slo/evaluate-slos.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { markGaps } from "../../src/graphql/monitoring/check/mark-gaps.ts"
import { endFlaps } from "../../src/graphql/monitoring/check/end-flaps.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { tellUnwatched } from "../../src/graphql/monitoring/monitor/on-call/tell-unwatched.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import type { Finding } from "../../src/findings/finding.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { changeOf, monitorWith } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld()
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const refused: Finding = {
  code: "not_connected",
  parameters: {
    tries: [{ endpoint: "127.0.0.1:1", fault: "refused", errorCode: null }],
    withinMs: null,
  },
}
const failed = { ...offline, findings: [refused], firstAttempt: null, attempts: 1 }

/** Outages of each kind, pages, an SLO that burns, a gap, and what follows each of them. */
async function happen() {
  const { services } = world
  const paging = reachOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bob = await makeMember(world, projectId, "editor", "Bob")
  const room = await paging.channel({ projectId }, "slack_bot")
  await paging.channel({ userId: ada.userId }, "email")
  const targets = [{ userId: ada.userId }, { channelId: room }, { userId: bob.userId }]
  await createPolicy(ada.ctx, { projectId, name: "All", rules: [{ delayMinutes: 0, targets }] })
  const hooks = webhooksOf(world)
  await hooks.make(projectId, "https://127.0.0.1/in", [
    "alert.created",
    "alert.resolved",
    "incident.created",
    "incident.resolved",
    "monitor.status_changed",
  ])

  const flapping = await paging.fail(projectId, undefined, failed)
  await paging.runDueSteps()
  await paging.recover(flapping.monitor)
  await paging.fail(projectId, flapping.monitor, failed)
  await paging.recover(flapping.monitor)
  await endFlaps(services)

  const worse = await paging.monitor(projectId)
  const degraded = { ...failed, status: "degraded" } as const
  await recordChecks(services, [checkOf(worse, ago(3), degraded)])
  await recordChecks(services, [checkOf(worse, ago(2), failed)])
  await paging.runDueSteps()

  const silent = await paging.monitor(projectId)
  await muteMonitor(world.system, silent.id, { until: ago(-60) })
  await recordChecks(services, [checkOf(silent, new Date(), failed)])

  const paused = await insertMonitor(world, projectId, { name: "Door" })
  await recordChecks(services, [checkOf(paused, ago(200))])
  await markGaps(services)
  await pauseMonitor(world.system, paused.id)
  await resumeMonitor(world.system, paused.id)
  await tellUnwatched(services)
  await deleteMonitor(ada.ctx, worse.id)

  const since = ago(60 * 24 * 40)
  const watched = await monitorWith(world, projectId, since, [["operational", since]])
  await changeOf(world, watched.id, "offline", ago(8))
  await createSlo(ada.ctx, {
    projectId,
    name: "checkout",
    targetPercent: 99.9,
    windowDays: 30,
    indicator: "monitors",
    monitorIds: [watched.id],
  })
  await services.database.prisma.slo.updateMany({ data: { dueAt: ago(1), evaluatedAt: null } })
  await evaluateSlos({ ...services, openStore: () => null })
  await paging.runDueSteps()
  await hooks.address()
  await fail(projectId, paging, hooks)
}

const full = new BackupError({
  code: "disk_too_small",
  parameters: { folder: "/backups", need: "verify" },
})
const nowhere = { place: "" } as Store
const away = new FindingError({ code: "bucket_unreachable", parameters: { said: "refused" } })

const nameOf = async (id: string) =>
  (await world.services.database.prisma.project.findUniqueOrThrow({ where: { id } })).name

/** What we do ourselves fails: deliveries over every channel of the project, backups, static copies and pings. */
async function fail(
  projectId: string,
  reach: ReturnType<typeof reachOf>,
  hooks: ReturnType<typeof webhooksOf>,
) {
  const { services } = world
  const { email } = senders
  const mute: Sender<unknown> = { ...email, send: (_to, ...rest) => email.send({}, ...rest) }
  const kinds = Object.keys(senders) as ChannelKind[]
  const channels = Object.fromEntries(kinds.map((kind) => [kind, mute])) as Senders
  const queues = lanesOf(world)
  await queues.bringForward()
  await reach.sendDue(channels)
  await queues.sendDue("notice", channels)
  await hooks.sendDue(createSend({ env: testEnv, clock: services.clock, port: await closedPort() }))
  await hooks.bringForward()
  await hooks.claim()
  await queues.endLeases()
  await reap(services)
  for (const { id } of await services.database.prisma.webhookEndpoint.findMany()) {
    await updateEndpoint(world.system, id, { enabled: false })
  }
  const { pool } = services.database
  const attempt = { reason: "scheduled", place: "/backups", dueAt: null } as const
  await recordBackupFailure(pool, attempt, full)
  await services.database.prisma.statusPageExport.create({ data: { slug: "shop", projectId } })
  for (const copy of await claimExports(pool)) await failExport(pool, copy, nowhere, {}, away)
  await pingDeadMan(services, `http://127.0.0.1:${await closedPort()}/`)
  await settleRestored(services, new Date())
  await hooks.happen(projectId)
  await deleteProject(world.system, { id: projectId, name: await nameOf(projectId) })
}

const misspelt = () => judgeSettings({ BACKUP_URI: "/backups" })

/** A prober and a process report what is wrong with them. Ends their rows. */
async function report(): Promise<() => Promise<void>> {
  const env = { ...testEnv, EGRESS_ANCHORS: [], RESOLVERS: ["127.0.0.1"] }
  const services = { ...world.services, env }
  const network = ownNetworkOf(services)
  const findings: NetworkFinding[] = [{ code: "portal", family: 4 }]
  network.honesty.report = () => ({ findings, strange: ["192.0.2.1:443"] })
  const { stop } = watchEgress(services, network)
  await soon(() => services.database.prisma.egressCheck.count()).toBe(1)
  await reportResources(services, { id: newId(), role: "notify", troubles: misspelt })
  return stop
}

/** Begins and ends like a sentence. */
const sentence = /^\p{Lu}[^\n]*\p{Ll}[.!?]$/mu
const object = z.record(z.string(), z.unknown())

/** Paths of sentences in a stored value that stand without their findings beside them. */
function sentencesIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return sentence.test(value) ? [`${path}: ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((one) => sentencesIn(one, `${path}[]`))
  const { data: members } = object.safeParse(value)
  if (members === undefined) return []
  const isFinding = typeof members["code"] === "string" && "parameters" in members
  const isSaid = Array.isArray(members["findings"]) && members["findings"].length > 0
  if (isFinding) return []
  return Object.entries(members).flatMap(([name, one]) =>
    isSaid && typeof one === "string" ? [] : sentencesIn(one, `${path}.${name}`),
  )
}

/** What a failure of our own work is stored as. */
const failures = [
  "channel_not_set_up",
  "post_failed",
  "sender_stopped",
  "endpoint_off",
  "project_deleted",
  "disk_too_small",
  "setting_misspelt",
  "own_network_fault",
  "bucket_unreachable",
  "service_fault",
]

const codesIn = (row: unknown): string[] =>
  [...JSON.stringify(row).matchAll(/"code":"(\w+)"/g)].map(([, code = ""]) => code)

async function rowsOfEveryTable() {
  const { pool } = world.services.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not like '\\_%' order by 1`,
  )
  const read = async ({ name }: { name: string }) => {
    const { rows } = await pool.query<{ row: unknown }>(
      `select to_jsonb(one) as row from "${name}" one`,
    )
    return rows.map(({ row }) => ({ name, row }))
  }
  const all = await Promise.all(tables.map(read))
  return { tables, rows: all.flat() }
}

test("no table stores a sentence that explains without its code", async () => {
  await happen()
  const end = await report()
  const { tables, rows } = await rowsOfEveryTable()
  await end()
  expect(tables.length).toBeGreaterThan(60)
  const filled = new Set(rows.map(({ name }) => name))
  const explaining = ["alert", "check_result", "delivery", "escalation_step", "incident_update"]
  for (const name of [...explaining, "page", "slo_decision", "status_change", "verdict"]) {
    expect([...filled]).toContain(name)
  }
  const found = rows.flatMap(({ row }) => codesIn(row))
  expect([...new Set(found)]).toEqual(expect.arrayContaining(failures))
  expect([...new Set(rows.flatMap(({ name, row }) => sentencesIn(row, name)))]).toEqual([])
})
