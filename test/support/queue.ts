import { deliveryInWords } from "./in-words.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { randomUUID } from "node:crypto"
import type { Channel as Row, ChannelKind } from "../../prisma/generated/client.ts"
import { hashAddress } from "../../src/graphql/delivery/channel/channel-config.ts"
import { enqueueMessages, type QueuedMessage } from "../../src/graphql/outbox/enqueue-message.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import type { Sender, Message, Outcome, PageMessage, Sending } from "../../src/channels/message.ts"
import type { Senders } from "../../src/channels/senders.ts"
import { attemptMessage, type Tools } from "../../src/notify/message/attempt-message.ts"
import {
  claimMessages,
  type ClaimedMessage,
  type MessageQueue,
} from "../../src/notify/message/claim-messages.ts"
import { readWays } from "../../src/notify/message/read-target.ts"
import { settleMessages, type MessageSettlement } from "../../src/notify/message/settle-messages.ts"
import { makePerson } from "./people.ts"
import type { World } from "./world.ts"

export const arrived = (receipt: string | null = null, isConfirmed = true): Outcome => ({
  kind: "accepted",
  receipt,
  isConfirmed,
})

export const refused = (afterSeconds: number | null = null): Outcome => ({
  kind: "retry",
  afterSeconds,
  status: 503,
  finding: asWritten("The provider answered 503."),
})

type Answer = (message: Message, sending: Sending) => Outcome | Promise<Outcome>

/** Fake providers that record messages and return what the test wants. */
export function startProviders(answers: Partial<Record<ChannelKind, Answer>>) {
  const got: { kind: ChannelKind; config: unknown; message: Message; deliveryId: string }[] = []
  const channelOf = (kind: ChannelKind): Sender<unknown> => ({
    kind,
    async send(config, message, sending) {
      got.push({ kind, config, message, deliveryId: sending.deliveryId })
      const answer = answers[kind]
      if (answer === undefined) throw new Error(`nothing was to go over ${kind}`)
      return answer(message, sending)
    },
  })
  const channels: Senders = {
    email: channelOf("email"),
    sms: channelOf("sms"),
    voice: channelOf("voice"),
    slack_webhook: channelOf("slack_webhook"),
    slack_bot: channelOf("slack_bot"),
    discord_webhook: channelOf("discord_webhook"),
    discord_bot: channelOf("discord_bot"),
    web_push: channelOf("web_push"),
  }
  return { channels, got, of: (kind: ChannelKind) => got.filter((one) => one.kind === kind) }
}

type Stubs = Tools & { settle(settlement: MessageSettlement): Promise<boolean> }

const settings = (kind: ChannelKind) =>
  kind === "email"
    ? { address: `${randomUUID()}@example.com` }
    : { number: `+4930${Math.floor(Math.random() * 1e8)}` }

/** The message queues, step by step. */
export function lanesOf(world: World) {
  const sql = (text: string, values: unknown[] = []) =>
    world.services.database.pool.query(text, values)
  return {
    sql,
    /** A verified channel. */
    makeChannel(
      projectId: string | null,
      kind: ChannelKind,
      more: Partial<Row> = {},
    ): Promise<Row> {
      const id = newId()
      const { vault, database } = world.services
      return database.prisma.channel.create({
        data: {
          id,
          projectId,
          kind,
          name: kind,
          hint: "",
          sealedConfig: vault.seal(JSON.stringify(settings(kind))),
          addressHash: hashAddress(kind, id),
          verifiedAt: new Date(),
          ...(more as object),
        },
      })
    },
    async enqueueMessages(
      projectId: string | null,
      channel: Pick<Row, "id" | "kind">,
      more: Partial<QueuedMessage> = {},
    ) {
      const [id = ""] = await transact(world.services, (tx) =>
        enqueueMessages(tx, [
          {
            projectId,
            queue: "notice",
            event: "on_call.handed_over",
            subjectId: projectId ?? channel.id,
            recipient: { channel },
            dedupeKey: newId(),
            notice: {
              subject: "You are on call",
              paragraphs: [],
              link: null,
              unsubscribeUrl: null,
            },
            ...more,
          },
        ]),
      )
      return id
    },
    /** With this many free slots of a hundred, and as many per kind of channel. */
    claim: (queue: MessageQueue, free = 100, busy: Record<string, number> = {}) =>
      claimMessages(
        world.services.database.pool,
        queue,
        { free, busy },
        { slotsOfKind: 100, perTarget: 2 },
      ),
    /** Claims and attempts due deliveries, once; returns whether each was settled. */
    async sendDue(queue: MessageQueue, channels: Senders, more: Partial<Stubs> = {}) {
      return Promise.all(
        (await this.claim(queue)).map((held) => this.attempt(queue, channels, held, more)),
      )
    },
    async attempt(
      queue: MessageQueue,
      channels: Senders,
      message: ClaimedMessage,
      { settle, ...more }: Partial<Stubs> = {},
    ) {
      const { services } = world
      const tools = {
        services,
        queue,
        channels,
        readPage: () => Promise.resolve(pageOf()),
        readWay: async (one: ClaimedMessage) =>
          (await readWays(services.database.pool, [one]))[0] ?? { way: null },
        deadlineMs: 10_000,
        ...more,
      }
      const settlement = await attemptMessage(tools, message)
      if (settlement === null) return false
      if (settle !== undefined) return settle(settlement)
      return (await settleMessages(services, [settlement]))[0] ?? false
    },
    person: () => makePerson(world),
    /** A page to a person: a manual alert with deliveries a minute apart. */
    async page(projectId: string, kinds: ChannelKind[]) {
      const { database } = world.services
      const { prisma } = database
      const { id: stateId } = await prisma.state.findFirstOrThrow({
        where: { projectId, subject: "alert", name: "triggered" },
      })
      const { id: severityId } = await prisma.severity.findFirstOrThrow({
        where: { projectId, subject: "alert", name: "high" },
      })
      const alertId = newId()
      const number = (await prisma.alert.count({ where: { projectId } })) + 1
      const title = "Shop is offline"
      await prisma.alert.create({
        data: { id: alertId, projectId, number, title, stateId, severityId },
      })
      const { userId } = await makePerson(world)
      const pageId = newId()
      await prisma.page.create({
        data: {
          id: pageId,
          projectId,
          alertId,
          userId,
          round: 1,
          ruleOrder: 1,
          reason: "Rule 1",
        },
      })
      const ways: string[] = []
      for (const [at, kind] of kinds.entries()) {
        const channel = await this.makeChannel(null, kind, { userId })
        const recipient = { channel }
        const more = { queue: "page", event: "alert.created", subjectId: alertId, pageId } as const
        ways.push(
          await this.enqueueMessages(projectId, channel, {
            ...more,
            recipient,
            delaySeconds: at * 60,
          }),
        )
      }
      return { alertId, pageId, ways }
    },
    /** Its errors in words. */
    async read(id: string) {
      const row = await world.services.database.prisma.delivery.findUniqueOrThrow({
        where: { id },
        include: { attempts: { orderBy: { number: "asc" } } },
      })
      return deliveryInWords(row)
    },
    endLeases: () => sql("update delivery_lease set until = now() - interval '1 ms'"),
    bringForward: () =>
      sql("update delivery set due_at = date_trunc('milliseconds', now()) where state = 'pending'"),
    /** Seconds from now until it is due. */
    async dueIn(id: string): Promise<number> {
      const { rows } = await sql(
        "select extract(epoch from due_at - now())::float8 as seconds from delivery where id = $1",
        [id],
      )
      return rows[0]?.seconds
    },
  }
}

export const pageOf = (more: Partial<PageMessage> = {}): PageMessage => ({
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: newId(),
  number: 1,
  title: asWritten("Shop is offline"),
  description: [],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName: "Shop",
  startedAt: new Date(),
  url: "http://localhost/alert",
  reason: [],
  others: { listed: [], rest: 0 },
  acknowledgeUrl: null,
  ...more,
})
