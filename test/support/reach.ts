import { asWritten } from "../../src/findings/finding.ts"
import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Outcome } from "../../src/channels/message.ts"
import type { Senders } from "../../src/channels/senders.ts"
import { announceUnreached } from "../../src/graphql/incidents/alert/announce-unreached.ts"
import { checkDueReach } from "../../src/graphql/on-call/escalation/check-reach.ts"
import { sendOverflowDigests } from "../../src/graphql/on-call/contact/overflow.ts"
import { runDueStep } from "../../src/graphql/on-call/escalation/run-step.ts"
import { attemptMessage } from "../../src/notify/message/attempt-message.ts"
import { claimMessages } from "../../src/notify/message/claim-messages.ts"
import { readWays } from "../../src/notify/message/read-target.ts"
import { settleMessages } from "../../src/notify/message/settle-messages.ts"
import { readPageMessages } from "../../src/notify/page/page-message.ts"
import { newId } from "../../src/platform/id.ts"
import { pagingOf } from "./paging.ts"
import { makeSubscription } from "./push.ts"
import { startProviders } from "./queue.ts"
import type { World } from "./world.ts"

/** How a provider answers for one target. */
export type Fate = "accepts" | "dead" | "fails" | "asks_to_wait" | "accepts_third"

const given: Record<Exclude<Fate, "accepts_third">, Outcome> = {
  accepts: { kind: "accepted", receipt: null, isConfirmed: true },
  dead: { kind: "dead", status: 404, finding: asWritten("The channel is archived.") },
  fails: {
    kind: "retry",
    afterSeconds: null,
    status: 500,
    finding: asWritten("The provider answered 500."),
  },
  asks_to_wait: {
    kind: "retry",
    afterSeconds: 600,
    status: 429,
    finding: asWritten("Too many requests."),
  },
}

function settingsOf(kind: ChannelKind): unknown {
  if (kind === "email") return { address: `${newId()}@example.test` }
  if (kind === "sms" || kind === "voice") return { number: "+15005550001" }
  if (kind === "slack_webhook") return { url: "https://hooks.slack.com/services/T0/B0/x" }
  if (kind === "web_push") return makeSubscription("https://push.example/one").settings
  return { token: "xoxb-1-2-3", signingSecret: "a".repeat(32), room: "C024BE91L" }
}

/** Sends pages as the queue does, with providers whose answers are given per target, and checks whom they reach. */
export function reachOf(world: World) {
  const { services } = world
  const { pool } = services.database
  const paging = pagingOf(world)
  const fates = new Map<string, Fate>()
  const targets = new Map<string, string>()
  const sent: string[] = []
  const answer = async (_: unknown, { deliveryId }: { deliveryId: string }): Promise<Outcome> => {
    const { rows } = await pool.query("select target, attempts from delivery where id = $1", [
      deliveryId,
    ])
    const target = String(rows[0]?.target)
    targets.set(deliveryId, target)
    sent.push(target)
    const fate = fates.get(target) ?? "accepts"
    if (fate !== "accepts_third") return given[fate]
    return rows[0]?.attempts >= 2 ? given.accepts : given.fails
  }
  const kinds = ["email", "sms", "voice", "slack_webhook", "slack_bot", "web_push"] as const
  const { channels } = startProviders(Object.fromEntries(kinds.map((kind) => [kind, answer])))

  /** Claims and attempts what is due. */
  async function sendDue(senders: Senders = channels): Promise<number> {
    const free = { free: 100, busy: {} }
    const limits = { slotsOfKind: 100, perTarget: 100 }
    const claimed = await claimMessages(pool, "page", free, limits)
    for (const message of claimed) {
      const tools = {
        services,
        queue: "page" as const,
        channels: senders,
        deadlineMs: 10_000,
        readWay: async () => (await readWays(pool, [message]))[0] ?? { way: null },
        readPage: async (id: string) => (await readPageMessages(services, [id]))[0] ?? null,
      }
      const settlement = await attemptMessage(tools, message)
      if (settlement !== null) await settleMessages(services, [settlement])
    }
    await pool.query("delete from delivery_lease")
    return claimed.length
  }

  /** Everything that is due now, in any order, until nothing is. */
  async function run(): Promise<void> {
    for (let turn = 0; turn < 60; turn += 1) {
      const digests = await sendOverflowDigests(services)
      const sentNow = await sendDue()
      const checked = await checkDueReach(services, announceUnreached)
      let steps = 0
      while (await runDueStep(services)) steps += 1
      if (digests + sentNow + checked + steps === 0) return
    }
    throw new Error("It does not come to rest")
  }

  return {
    ...paging,
    /** A verified channel with settings that can be read. */
    async channel(owner: { userId: string } | { projectId: string }, kind: ChannelKind) {
      const id = await paging.channel(owner, kind)
      const sealedConfig = services.vault.seal(JSON.stringify(settingsOf(kind)))
      await services.database.prisma.channel.update({ where: { id }, data: { sealedConfig } })
      return id
    },
    fates,
    sent,
    sendDue,
    run,
    /** Lets time pass from one due thing to the next, and does each; delays of rules pass as well. */
    async pass(seconds: number): Promise<void> {
      let leftMs = seconds * 1000
      for (await run(); leftMs > 0; await run()) {
        const { rows } = await pool.query(
          "select ceil(extract(epoch from min(at) - clock_timestamp()) * 1000)::float8 as ms from (" +
            `${waiting}) moment (at)`,
        )
        const ms = Math.min(leftMs, Math.max(1, rows[0]?.ms ?? leftMs))
        await pool.query(shift, [`${ms} milliseconds`])
        leftMs -= ms
      }
    },
  }
}

/** When something is due next. */
const waiting = `
  select due_at from delivery where queue = 'page' and state = 'pending'
  union all select overflow_at from page
  union all select reach_check_at from escalation
  union all select due_at from escalation where state = 'active'`

const times: Record<string, string[]> = {
  alert: ["created_at"],
  escalation: ["due_at", "waiting_since", "ended_at", "reach_check_at", "unreachable_since"],
  escalation_step: ["at"],
  page: ["created_at", "overflow_at"],
  delivery: ["created_at", "due_at", "settled_at"],
  delivery_attempt: ["started_at"],
}

/** Everything happened, and is due, that much earlier. */
const shift = `with ago as (select $1::interval as span)
  ${Object.entries(times)
    .map(([table, columns]) => {
      const set = columns.map((column) => `${column} = ${column} - span`).join(", ")
      return `, shifted_${table} as (update ${table} set ${set} from ago)`
    })
    .join("")}
  select from ago`
