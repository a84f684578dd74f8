import pg from "pg"
import { z } from "zod"
import type { MonitorKind, MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { readCursor, readPage, writeCursor } from "../../kernel/connection.ts"
import { statusColors } from "./rules/status-color.ts"

/** A monitor in lists: what one prepared statement reads. */
export type MonitorRow = {
  id: string
  name: string
  description: string
  kind: MonitorKind
  status: MonitorStatus
  /** Of the status, #rrggbb. */
  statusColor: string
  isPaused: boolean
  failureThreshold: number
  /** Null if it is not muted. */
  mutedUntil: string | null
  /** In the format of DateTime, without parsing a date. */
  createdAt: string
  updatedAt: string
}

export type MonitorRows = { rows: MonitorRow[]; hasNextPage: boolean; endCursor: string | null }

const order = "NAME_ASC"
const written = text(200)
const projectIds = z.object({ projectId: id })

/** PostgreSQL's default text format, which is much faster than to_char. */
const utc = (column: string) => `${column} at time zone 'UTC'`

/** Converts "2026-11-21 09:30:00.12", whose fraction lacks trailing zeros. */
function isoOf(text: string): string {
  const exact = text.length === 19 ? `${text}.000` : text.padEnd(23, "0")
  return `${exact.slice(0, 10)}T${exact.slice(11)}Z`
}

const read = `
  select m.id, m.name, m.description, m.kind, s.status,
         m.paused_at is not null as "isPaused", m.failure_threshold as "failureThreshold",
         case when m.muted_until > now() then ${utc("m.muted_until")} end as "mutedUntil",
         ${utc("m.created_at")} as "createdAt", ${utc("m.updated_at")} as "updatedAt"
    from monitor m join monitor_state s on s.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null`
const timestamp: number = pg.types.builtins.TIMESTAMP
/** Keeps times as text instead of parsing dates. */
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === timestamp ? String : pg.types.getTypeParser(oid, format),
}
const firstPage = {
  types,
  name: "monitor-rows",
  text: `${read} order by m.name, m.id limit $2`,
}
const nextPage = {
  types,
  name: "monitor-rows-after",
  text: `${read} and (m.name, m.id) > ($3, $4::uuid) order by m.name, m.id limit $2`,
}

/**
 * A project's monitors by name, by keyset: rows that appear or disappear meanwhile neither repeat nor hide others.
 */
export async function listMonitorRows(
  ctx: Context,
  args: { projectId: string; first?: number | null | undefined; after?: string | null | undefined },
): Promise<MonitorRows> {
  const { projectId } = parse(projectIds, args)
  const { rows: size, after } = readPage(args)
  const from = after === null ? null : readCursor(after, order, written, "#/after")
  await ctx.access.require(projectId, "monitors:read")
  const { rows } = await ctx.database.pool.query<Omit<MonitorRow, "statusColor">>(
    from === null
      ? { ...firstPage, values: [projectId, size + 1] }
      : { ...nextPage, values: [projectId, size + 1, from.key, from.id] },
  )
  const hasNextPage = rows.length > size
  const page = hasNextPage ? rows.slice(0, size) : rows
  const last = page.at(-1)
  return {
    rows: page.map((row) => ({
      ...row,
      statusColor: statusColors[row.status],
      mutedUntil: row.mutedUntil === null ? null : isoOf(row.mutedUntil),
      createdAt: isoOf(row.createdAt),
      updatedAt: isoOf(row.updatedAt),
    })),
    hasNextPage,
    endCursor: last === undefined ? null : writeCursor(order, { key: [last.name], id: last.id }),
  }
}
