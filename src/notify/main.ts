import { tellLacks } from "../graphql/monitoring/health/tell-lacks.ts"
import { tellUnwatched } from "../graphql/monitoring/monitor/on-call/tell-unwatched.ts"
import { declareAgain } from "../graphql/monitoring/check/declare-again.ts"
import { markGaps } from "../graphql/monitoring/check/mark-gaps.ts"
import { ensureCheckPartitions } from "../graphql/monitoring/check/check-partition.ts"
import { prune } from "../graphql/monitoring/check/check-retention.ts"
import { rollUp } from "../graphql/monitoring/check/check-rollup.ts"
import { sendDigests } from "../graphql/on-call/contact/page-digest.ts"
import { sendOverflowDigests } from "../graphql/on-call/contact/overflow.ts"
import { endFlaps } from "../graphql/monitoring/check/end-flaps.ts"
import { chainEntries } from "../graphql/workspace/audit/chain-entries.ts"
import { deleteExpiredAnswers } from "../graphql/workspace/idempotency/once.ts"
import { planSeries } from "../graphql/maintenance/series/plan-series.ts"
import { advanceMaintenances } from "../graphql/maintenance/window/advance-maintenances.ts"
import { remindMaintenances } from "../graphql/maintenance/window/remind-maintenances.ts"
import { announceHandOvers } from "../graphql/on-call/schedule/hand-over.ts"
import { sendReports } from "../graphql/status-pages/uptime-report/send-reports.ts"
import { deleteUnconfirmed } from "../graphql/status-pages/subscriber/prune-subscribers.ts"
import { deleteExpiredSessions } from "../graphql/workspace/user/forget-sessions.ts"
import { deleteExpiredWindows } from "../platform/rate-limit/shared-rate-limiter.ts"
import type { Trouble } from "../platform/resources/judge-usage.ts"
import { watchTroubles } from "../platform/resources/watch-troubles.ts"
import type { Services } from "../platform/services.ts"
import { startAuditor } from "../jobs/audit/audit-escalations.ts"
import { startBackups } from "../jobs/backup/schedule-backups.ts"
import { startCalendars } from "../jobs/calendar/sync-calendars.ts"
import { senders as allSenders, type Senders } from "../channels/senders.ts"
import { createReaper } from "./engine/reap-leases.ts"
import { startQueue } from "./engine/start-queue.ts"
import { startEscalation } from "./escalate.ts"
import { startStoreCleaning } from "../jobs/telemetry/clean-store.ts"
import { startSnapshots } from "../jobs/telemetry/snapshot-incidents.ts"
import { startSlos } from "../jobs/slo/start-slos.ts"
import { startPurge } from "../jobs/deletion/purge-projects.ts"
import { startExport } from "../jobs/export/export-pages.ts"
import { storeOf } from "../jobs/export/copy-store.ts"
import { eventQueue } from "./event/event-queue.ts"
import { senderTroubles } from "./message/sender-troubles.ts"
import { messageQueue } from "./message/message-queue.ts"
import { startLoop, type Loop } from "../platform/loop.ts"
import { recordUnreadable } from "../graphql/workspace/secret-key/find-unreadable.ts"
import { readDueWork, type Work } from "./due-work.ts"
import { readPageMessages } from "./page/page-message.ts"
import { createSend, type Send } from "../platform/send-post.ts"
import { webhookQueue } from "./webhook/webhook-queue.ts"

/** How often one statement reads what is due, for all loops. */
const dueMs = 1000
/** How often a loop looks by itself, in case that statement is wrong or fails. */
const ownMs = 15_000
const historyMs = 30_000
const housekeepingMs = 3_600_000
/** How often stored secrets are compared with the secret key. */
const secretsMs = 600_000
/** Work unfinished by then is picked up by another worker when its lease ends. */
const drainMs = 10_000

/** The notify role: maintenance windows, hand-overs, the outbox and cleanup. */
export function startNotify(
  services: Services,
  { send = createSend(services), channels = allSenders }: { send?: Send; channels?: Senders } = {},
): Promise<{ troubles(): Trouble[]; stop(): Promise<void> }> {
  const { log, bus, database } = services
  const webhooks = startQueue(services, webhookQueue(services, send), ownMs)
  const senders = { channels, readPages: readPageMessages }
  const pages = startQueue(services, messageQueue(services, "page", senders), ownMs)
  const notices = startQueue(services, messageQueue(services, "notice", senders), ownMs)
  const escalation = startEscalation(services, pages.nudge, ownMs)
  const events = startQueue(
    services,
    eventQueue(services, () => nudge([webhooks, notices])),
    ownMs,
  )
  const auditor = startAuditor(services)
  const reap = createReaper(services)
  const leases = startLoop(log, "leases", ownMs, async () => {
    if ((await reap()) > 0) nudge()
  })
  const maintenance = startLoop(log, "maintenance", ownMs, async () => {
    await planSeries(services)
    await remindMaintenances(services)
    await advanceMaintenances(services)
  })
  const onCall = startLoop(log, "on-call", ownMs, async () => {
    await announceHandOvers(services)
    if ((await sendDigests(services)) > 0) notices.nudge()
    if ((await sendOverflowDigests(services)) > 0) pages.nudge()
  })
  const flaps = startLoop(log, "flaps", ownMs, async () => {
    if ((await endFlaps(services)) > 0) nudge([pages, notices, events])
    await declareAgain(services)
  })
  const slos = startSlos(services, ownMs)
  const reports = startLoop(log, "reports", ownMs, async (isStopping) => {
    if ((await sendReports(services, isStopping)) > 0) notices.nudge()
  })
  const audit = startLoop(log, "audit log", ownMs, (isStopping) =>
    chainEntries(services, isStopping),
  )
  const outboxes = [escalation, pages, events, webhooks, notices]
  const nudge = (some: readonly Loop[] = outboxes) => {
    for (const loop of some) loop.nudge()
  }
  const ofWork: Record<Work, Loop> = {
    event: events,
    webhook: webhooks,
    page: pages,
    notice: notices,
    escalation,
    leases,
    maintenance,
    onCall,
    slos,
    reports,
    audit,
    flaps,
  }
  const dueWork = startLoop(log, "due work", dueMs, async () => {
    nudge((await readDueWork(database.pool)).map((work) => ofWork[work]))
  })
  const calendars = startCalendars(services)
  const cleaning = startStoreCleaning(services)
  const snapshots = startSnapshots(services)
  const purge = startPurge(services)
  const housekeeping = startLoop(log, "housekeeping", housekeepingMs, async (isStopping) => {
    await ensureCheckPartitions(database.pool)
    await deleteExpiredAnswers(services)
    await deleteUnconfirmed(services)
    await deleteExpiredSessions(services)
    await deleteExpiredWindows(database.pool)
    // Last, because it takes longest: if it fails, the others have run.
    await prune(services, isStopping)
  })
  const secrets = startLoop(log, "secrets", secretsMs, () => recordUnreadable(services))
  const history = startLoop(log, "history", historyMs, async (isStopping) => {
    // First, so that no hour is rolled up with a gap that is not marked yet.
    await markGaps(services, isStopping)
    if ((await tellUnwatched(services)) + (await tellLacks(services)) > 0) notices.nudge()
    await rollUp(services, isStopping)
  })
  const store = storeOf(services.env)
  const copies = store === null ? [] : [startExport(services, store)]
  const schedule = services.env.BACKUP_URL?.schedule
  const backups = schedule === undefined ? [] : [startBackups(services, schedule)]
  const loops = [
    ...outboxes,
    ...copies,
    ...backups,
    dueWork,
    auditor,
    leases,
    maintenance,
    onCall,
    flaps,
    calendars,
    cleaning,
    snapshots,
    purge,
    slos,
    reports,
    audit,
    housekeeping,
    secrets,
    history,
  ]
  // What an event may have raised is paged for, too.
  const ofQueue = {
    event: [escalation, events],
    webhook: [webhooks],
    page: [pages],
    notice: [notices],
  }
  const deaf = [
    bus.subscribe("delivery.due", ({ queue }) => nudge(queue && ofQueue[queue])),
    bus.onGap(nudge),
  ]
  return Promise.resolve({
    troubles: watchTroubles(services, () => senderTroubles(services)),
    async stop() {
      for (const unsubscribe of deaf) unsubscribe()
      const drained = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
    },
  })
}
