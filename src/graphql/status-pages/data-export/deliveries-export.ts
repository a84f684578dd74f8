import { z } from "zod"
import type { Delivery } from "../../../../prisma/generated/client.ts"
import { readLast } from "../../../findings/finding.ts"
import { reasonOf } from "../../../findings/say.ts"
import { readableSql } from "../../delivery/log/readable-delivery.ts"
import {
  confirmedAtOf,
  inStateSql,
  shownStateOf,
} from "../../delivery/log/rules/delivery-confirmation.ts"
import { id } from "../../kernel/input.ts"
import { eventKinds } from "../../outbox/event-kinds.ts"
import { defineExport, type ExportScope } from "./export-kind.ts"
import { time } from "./rules/export-filter.ts"

const states = [
  "pending",
  "accepted",
  "delivered",
  "unaddressed",
  "addressed",
  "dead",
  "cancelled",
] as const
const filter = z.strictObject({
  states: z.array(z.enum(states)).nullish(),
  events: z.array(z.enum(eventKinds)).nullish(),
  subjectId: id.nullish(),
  endpointId: id.nullish(),
  since: time.nullish(),
  until: time.nullish(),
})
type Filter = z.output<typeof filter>

const rowsAtOnce = 1000

export const deliveriesExport = defineExport({
  title: "Deliveries",
  about: "One row per message of the outbox that is kept, newest first.",
  permissions: ["webhooks:read"],
  filter,
  filterAbout:
    "As Project.deliveries (states, events, subjectId), and endpointId, since and until. A key sees what its scopes allow.",
  columns: [
    { name: "id", about: "UUID version 7.", of: (row: Delivery) => row.id },
    {
      name: "event",
      about: "Kind of event, such as incident.created.",
      of: ({ event }: Delivery) => event,
    },
    {
      name: "subject_id",
      about: "What the event is about.",
      of: ({ subjectId }: Delivery) => subjectId,
    },
    { name: "target", about: "The recipient.", of: ({ target }: Delivery) => target },
    { name: "queue", about: "event, webhook, page or notice.", of: ({ queue }: Delivery) => queue },
    { name: "state", about: `${states.join(", ")}.`, of: (row: Delivery) => shownStateOf(row) },
    {
      name: "attempts",
      about: "Number of attempts.",
      of: ({ attemptCount }: Delivery) => attemptCount,
    },
    {
      name: "created_at",
      about: "When it was queued.",
      isTime: true,
      of: ({ createdAt }: Delivery) => createdAt,
    },
    {
      name: "settled_at",
      about: "When it was accepted, failed or cancelled.",
      isTime: true,
      of: ({ settledAt }: Delivery) => settledAt,
    },
    {
      name: "confirmed_at",
      about: "When the provider confirmed that it was delivered.",
      isTime: true,
      of: (row: Delivery) => confirmedAtOf(row),
    },
    {
      name: "receipt",
      about: "The provider's message id.",
      of: ({ receipt }: Delivery) => receipt,
    },
    {
      name: "last_error",
      about: "Why the last attempt failed, in English.",
      of: (row: Delivery) => reasonOf(readLast(row)),
    },
  ],
  read: readDeliveries,
})

async function* readDeliveries(
  { database: { pool, prisma }, projectId, permissions }: ExportScope,
  { states, events, subjectId, endpointId, since, until }: Filter,
): AsyncGenerator<Delivery[]> {
  const readable = readableSql(permissions)
  if (readable === null) return
  let after: Delivery | undefined
  for (;;) {
    const values: unknown[] = [projectId]
    const bind = (value: unknown) => `$${values.push(value)}`
    const wanted = [
      "project_id = $1",
      readable,
      ...(states ? [`(${states.map(inStateSql).join(" or ") || "false"})`] : []),
      ...(events ? [`event = any(${bind(events)})`] : []),
      ...(subjectId ? [`subject_id = ${bind(subjectId)}`] : []),
      ...(endpointId ? [`endpoint_id = ${bind(endpointId)}`] : []),
      ...(since ? [`created_at >= ${bind(since)}`] : []),
      ...(until ? [`created_at < ${bind(until)}`] : []),
      ...(after ? [`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)}::uuid)`] : []),
    ]
    const { rows } = await pool.query<{ id: string }>(
      `select id from delivery where ${wanted.join(" and ")}
        order by created_at desc, id desc limit ${rowsAtOnce}`,
      values,
    )
    const found: Delivery[] = await prisma.delivery.findMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    })
    if (found.length > 0) yield found
    after = found.at(-1)
    if (rows.length < rowsAtOnce) return
  }
}
