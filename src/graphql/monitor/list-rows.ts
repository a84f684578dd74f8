import { z } from "zod"
import type { MonitorKind, MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Context } from "../context.ts"
import { id, parse, text } from "../input.ts"
import { readCursor, readPage, writeCursor } from "../page.ts"
import { statusColors } from "./status-color.ts"

/** A monitor as lists show it: what one prepared statement reads, and nothing that would need another. */
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
  /** As DateTime writes it: PostgreSQL does so in passing, and 50 dates a page are neither parsed nor written here. */
  createdAt: string
  updatedAt: string
}

export type MonitorRows = { rows: MonitorRow[]; hasNextPage: boolean; endCursor: string | null }

const order = "NAME_ASC"
const written = text(200)
const projectIds = z.object({ projectId: id })

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const read = `
  select m.id, m.name, m.description, m.kind::text as kind, s.status::text as status,
         m.paused_at is not null as "isPaused", m.failure_threshold as "failureThreshold",
         ${iso("m.created_at")} as "createdAt", ${iso("m.updated_at")} as "updatedAt"
    from monitor m join monitor_state s on s.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null`
const firstPage = {
  name: "monitor-rows",
  text: `${read} order by m.name, m.id limit $2`,
}
const nextPage = {
  name: "monitor-rows-after",
  text: `${read} and (m.name, m.id) > ($3, $4::uuid) order by m.name, m.id limit $2`,
}

/** A project's live monitors by name, by keyset: what comes and goes meanwhile neither repeats nor hides others. */
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
    rows: page.map((row) => Object.assign(row, { statusColor: statusColors[row.status] })),
    hasNextPage,
    endCursor: last === undefined ? null : writeCursor(order, { key: last.name, id: last.id }),
  }
}
