import { z } from "zod"
import { MonitorKind, MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { idsOf, openPage } from "../../kernel/keyset.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { writtenTime } from "../../kernel/connection.ts"

/** Sort keys: an expression that is never null, its type and the schema of its cursor value. */
const keys = {
  NAME: { by: "m.name", type: "text", written: text(200) },
  CREATED_AT: { by: "m.created_at", type: "timestamptz", written: writtenTime },
  STATUS: {
    by: "array_position('{offline,degraded,unknown,operational}'::monitor_status[], s.status)",
    type: "int",
    written: z.string().regex(/^[1-4]$/),
  },
  LAST_CHECK_AT: {
    by: "coalesce(s.last_check_at, to_timestamp(0))",
    type: "timestamptz",
    written: writtenTime,
  },
} as const

export type MonitorSort = `${keyof typeof keys}_${"ASC" | "DESC"}`

const filter = z.object({
  search: text(200).trim().nullish(),
  kinds: z.array(z.enum(MonitorKind)).max(10).nullish(),
  statuses: z.array(z.enum(MonitorStatus)).max(10).nullish(),
  labelIds: z.array(id).max(50, "must name at most 50 labels").nullish(),
  isPaused: z.boolean().nullish(),
  isMuted: z.boolean().nullish(),
})
export type MonitorFilter = z.input<typeof filter>

type Row = { id: string; key: string | number | Date }

/**
 * One page of a project's monitors by keyset: rows that appear, disappear or move meanwhile neither repeat nor hide
 * others. Returns ids; the caller reads the rows it needs.
 */
export async function listMonitors(
  ctx: Context,
  projectId: string,
  given: MonitorFilter,
  sort: MonitorSort,
  args: PageArgs,
) {
  const wanted = parse(filter, given)
  await ctx.access.require(projectId, "monitors:read")
  const [name, isDescending] = sort.endsWith("_ASC")
    ? [sort.slice(0, -4), false]
    : [sort.slice(0, -5), true]
  const key = keys[name as keyof typeof keys]
  const page = openPage(args, { name: sort, written: key.written, isDescending })
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    `m.project_id = ${bind(projectId)}`,
    "m.deleted_at is null",
    ...filters(wanted, bind),
    ...page.bounds.map(
      (bound) =>
        `(${key.by}, m.id) ${bound.isAbove ? ">" : "<"} (${bind(bound.key)}::${key.type}, ${bind(bound.id)}::uuid)`,
    ),
  ]
  const { rows } = await ctx.database.pool.query<Row>(
    `select m.id, ${key.by} as key
       from monitor m join monitor_state s on s.monitor_id = m.id
      where ${conditions.join(" and ")}
      order by key ${page.direction}, m.id ${page.direction} limit ${bind(page.take)}`,
    values,
  )
  return idsOf(page.pageOf(rows, (row) => [row.key]))
}

function filters(wanted: z.output<typeof filter>, bind: (value: unknown) => string): string[] {
  const { search, kinds, statuses, labelIds, isPaused, isMuted } = wanted
  const conditions: string[] = []
  if (search) {
    // Percent and underscore are letters here, not the wildcards of LIKE.
    conditions.push(`m.name ilike ${bind(`%${search.replaceAll(/[\\%_]/g, "\\$&")}%`)}`)
  }
  if (kinds) conditions.push(`m.kind = any(${bind(kinds)}::monitor_kind[])`)
  if (statuses) conditions.push(`s.status = any(${bind(statuses)}::monitor_status[])`)
  if (labelIds) {
    conditions.push(
      `exists (select from monitor_label l where l.monitor_id = m.id and l.label_id = any(${bind(labelIds)}::uuid[]))`,
    )
  }
  if (isPaused !== undefined && isPaused !== null) {
    conditions.push(`m.paused_at is ${isPaused ? "not " : ""}null`)
  }
  if (isMuted !== undefined && isMuted !== null) {
    conditions.push(`coalesce(m.muted_until > now(), false) = ${bind(isMuted)}`)
  }
  return conditions
}
