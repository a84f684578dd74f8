import { markAbsences } from "../graphql/check/mark-absences.ts"
import { ensureCheckPartitions } from "../graphql/check/partition.ts"
import { prune } from "../graphql/check/retention.ts"
import { rollUp } from "../graphql/check/rollup.ts"
import { tellDigests } from "../graphql/contact/digest.ts"
import { forgetAnswers } from "../graphql/idempotency/once.ts"
import { planSeries } from "../graphql/maintenance-series/plan.ts"
import { advanceMaintenances } from "../graphql/maintenance/advance.ts"
import { remindMaintenances } from "../graphql/maintenance/remind.ts"
import { announceHandOvers } from "../graphql/on-call/hand-over.ts"
import { forgetUnconfirmed } from "../graphql/subscriber/prune.ts"
import { forgetSessions } from "../graphql/user/forget-sessions.ts"
import { forgetTries } from "../meter/tries.ts"
import type { Services } from "../services.ts"
import { startAuditor } from "./audit/work.ts"
import { startCalendars } from "./calendar/work.ts"
import type { Channels } from "./channels/channels.ts"
import { channels as allChannels } from "./channels/channels.ts"
import { deliverDue } from "./deliver.ts"
import { startEscalation } from "./escalate.ts"
import { startExport } from "./export/work.ts"
import { storeOf } from "./export/store.ts"
import { startLane } from "./lane/work.ts"
import { startLoop } from "./loop.ts"
import { readPageMessages } from "./page/message.ts"
import { reap } from "./reap.ts"
import type { Send } from "./webhook/send.ts"
import { createSend } from "./webhook/send.ts"
import { startWebhooks } from "./webhook/work.ts"

const pollMs = 1000
const historyMs = 30_000
const housekeepingMs = 3_600_000
/** What is not done by then is taken up again by whoever comes next: leases run out. */
const drainMs = 10_000

/** The role that works off what is due: maintenance windows, hand-overs, the outbox, and the house itself. */
export function startNotify(
  services: Services,
  {
    send = createSend(services),
    channels = allChannels,
  }: { send?: Send; channels?: Channels } = {},
): Promise<{ stop(): Promise<void> }> {
  const { log, bus, database } = services
  const webhooks = startWebhooks(services, send)
  const speech = { channels, readPages: readPageMessages }
  const pages = startLane(services, "page", speech)
  const notices = startLane(services, "notice", speech)
  const escalation = startEscalation(services, pages.nudge)
  const outbox = startLoop(log, "outbox", pollMs, async (isStopping) => {
    while (!isStopping() && (await deliverDue(services)) > 0) {
      webhooks.nudge()
      notices.nudge()
    }
  })
  const auditor = startAuditor(services)
  const leases = startLoop(log, "leases", pollMs, async () => {
    if ((await reap(services)) > 0) nudge()
  })
  const maintenance = startLoop(log, "maintenance", pollMs, async () => {
    await planSeries(services)
    await remindMaintenances(services)
    await advanceMaintenances(services)
  })
  const onCall = startLoop(log, "on-call", pollMs, async () => {
    await announceHandOvers(services)
    if ((await tellDigests(services)) > 0) notices.nudge()
  })
  const calendars = startCalendars(services)
  const housekeeping = startLoop(log, "housekeeping", housekeepingMs, async (isStopping) => {
    await ensureCheckPartitions(database.pool)
    await forgetAnswers(services)
    await forgetUnconfirmed(services)
    await forgetSessions(services)
    await forgetTries(database.pool)
    // Last, as it takes longest: what fails in it keeps nothing of the others.
    await prune(services, isStopping)
  })
  const history = startLoop(log, "history", historyMs, async (isStopping) => {
    // First, so that no hour is closed as if somebody had looked.
    await markAbsences(services, isStopping)
    await rollUp(services, isStopping)
  })
  const store = storeOf(services.env)
  const copies = store === null ? [] : [startExport(services, store)]
  const outboxes = [escalation, pages, outbox, webhooks, notices]
  const loops = [
    ...outboxes,
    ...copies,
    auditor,
    leases,
    maintenance,
    onCall,
    calendars,
    housekeeping,
    history,
  ]
  // What an event may have raised is paged for, too.
  const ofLane = {
    event: [escalation, outbox],
    webhook: [webhooks],
    page: [pages],
    notice: [notices],
  }
  const nudge = (some = outboxes) => {
    for (const loop of some) loop.nudge()
  }
  const deaf = [
    bus.subscribe("delivery.due", ({ lane }) => nudge(lane && ofLane[lane])),
    bus.onGap(nudge),
  ]
  return Promise.resolve({
    async stop() {
      for (const unsubscribe of deaf) unsubscribe()
      const drained = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
    },
  })
}
