import pg from "pg"
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
  /** As DateTime writes it, without a date made of it on the way. */
  createdAt: string
  updatedAt: string
}

export type MonitorRows = { rows: MonitorRow[]; hasNextPage: boolean; endCursor: string | null }

const order = "NAME_ASC"
const written = text(200)
const projectIds = z.object({ projectId: id })

/** Its text is PostgreSQL's own, a third of what one by a pattern costs it for a page. */
const utc = (column: string) => `${column} at time zone 'UTC'`

/** From "2026-11-21 09:30:00.12", which leaves noughts at the end of a fraction out. */
function isoOf(text: string): string {
  const exact = text.length === 19 ? `${text}.000` : text.padEnd(23, "0")
  return `${exact.slice(0, 10)}T${exact.slice(11)}Z`
}

const read = `
  select m.id, m.name, m.description, m.kind, s.status,
         m.paused_at is not null as "isPaused", m.failure_threshold as "failureThreshold",
         ${utc("m.created_at")} as "createdAt", ${utc("m.updated_at")} as "updatedAt"
    from monitor m join monitor_state s on s.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null`
const timestamp: number = pg.types.builtins.TIMESTAMP
/** Times stay the text that they come as: no date is made of each. */
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
    rows: page.map((row) => ({
      ...row,
      statusColor: statusColors[row.status],
      createdAt: isoOf(row.createdAt),
      updatedAt: isoOf(row.updatedAt),
    })),
    hasNextPage,
    endCursor: last === undefined ? null : writeCursor(order, { key: last.name, id: last.id }),
  }
}
