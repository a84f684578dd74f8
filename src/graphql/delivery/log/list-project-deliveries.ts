import { z } from "zod"
import { writtenTime, type PageArgs } from "../../kernel/connection.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse, type Asked } from "../../kernel/input.ts"
import { openPage } from "../../kernel/keyset.ts"
import { eventKinds } from "../../outbox/event-kinds.ts"
import { inStateSql, type ShownState } from "./rules/delivery-confirmation.ts"
import { readableSql } from "./readable-delivery.ts"

const queues = ["event", "webhook", "page", "notice"] as const

const filter = z.object({
  subjectId: id.nullish(),
  events: z
    .array(z.enum(eventKinds, { error: `must be one of ${eventKinds.join(", ")}` }))
    .nullish(),
  queues: z.array(z.enum(queues)).nullish(),
  channelId: id.nullish(),
  endpointId: id.nullish(),
  userId: id.nullish(),
  alertId: id.nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
})

type Args = PageArgs & Asked<z.input<typeof filter>> & { states?: ShownState[] | null | undefined }
type Row = { id: string; key: Date }

/**
 * Deliveries of a project that the actor may read, newest first. Each of the given states and each way to the given
 * person is read by an index of its own.
 */
export async function listProjectDeliveries(ctx: Context, projectId: string, args: Args) {
  const wanted = parse(filter, args)
  const readable = readableSql(await ctx.access.permissions(projectId))
  const isLimited = (await ctx.access.limit(projectId)) !== null
  await ctx.access.require(
    projectId,
    readable === null || isLimited ? "webhooks:read" : "project:read",
    "project",
  )
  const list = { name: "project-deliveries", written: writtenTime, isDescending: true }
  const { bounds, direction, take, pageOf } = openPage(args, list)
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    `project_id = ${bind(projectId)}`,
    ...(readable === null ? [] : [readable]),
    ...conditionsOf(wanted, bind),
    ...bounds.map(
      ({ key, id, isAbove }) =>
        `(created_at, id) ${isAbove ? ">" : "<"} (${bind(key)}::timestamptz, ${bind(id)}::uuid)`,
    ),
  ]
  const order = (key: string) => `order by ${key} ${direction}, id ${direction} limit ${take}`
  const waysTo = wanted.userId ? await readWays(ctx, wanted.userId, bind) : ["true"]
  const states = args.states ? [...new Set(args.states)].map(inStateSql) : ["true"]
  const parts = states.flatMap((state) =>
    waysTo.map(
      (way) =>
        `(select id, created_at as key from delivery
           where ${[...conditions, state, way].join(" and ")} ${order("created_at")})`,
    ),
  )
  if (parts.length === 0) return pageOf([], () => [])
  const { rows } = await ctx.database.pool.query<Row>(
    `select id, key from (${parts.join(" union all ")}) part ${order("key")}`,
    values,
  )
  return pageOf(rows, ({ key }) => [key])
}

type Bind = (value: unknown) => string

function conditionsOf(wanted: z.output<typeof filter>, bind: Bind): string[] {
  const { subjectId, events, queues, channelId, endpointId, alertId, since, until } = wanted
  return [
    ...(subjectId ? [`subject_id = ${bind(subjectId)}::uuid`] : []),
    ...(events ? [`event = any(${bind(events)}::text[])`] : []),
    ...(queues ? [`queue = any(${bind(queues)}::delivery_queue[])`] : []),
    ...(channelId ? [`channel_id = ${bind(channelId)}::uuid`] : []),
    ...(endpointId ? [`endpoint_id = ${bind(endpointId)}::uuid`] : []),
    // Few: read first, so that no index by time is walked for them.
    ...(alertId
      ? [
          `id = any(array(select d.id from page join delivery d on d.page_id = page.id
                    where page.alert_id = ${bind(alertId)}::uuid))`,
        ]
      : []),
    ...(since ? [`created_at >= ${bind(since.toISOString())}::timestamptz`] : []),
    ...(until ? [`created_at < ${bind(until.toISOString())}::timestamptz`] : []),
  ]
}

/** A person's contact methods, and mail to the address of the account. */
async function readWays({ database }: Context, userId: string, bind: Bind): Promise<string[]> {
  const channels = await database.prisma.channel.findMany({
    where: { userId },
    select: { id: true },
  })
  return [
    `account_id = ${bind(userId)}::uuid`,
    ...channels.map((channel) => `channel_id = ${bind(channel.id)}::uuid`),
  ]
}
