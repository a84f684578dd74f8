import { z } from "zod"
import { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { asWritten, readFindings, withFindings, type Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse, wholeNumber } from "../../kernel/input.ts"
import type { Certificate } from "./rules/check-result.ts"

/** A stored check, as PostgreSQL names its columns. */
export type CheckRow = {
  monitor_seq: number
  started_at: Date
  status: MonitorStatus
  failure_class: string | null
  findings: Finding[]
  warnings: Finding[]
  attempts: number
  duration_ms: number
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
  first_byte_ms: number | null
  transfer_ms: number | null
  http_status: number | null
  address: string | null
  certificate: Certificate | null
  detail: unknown
  trace_id: string | null
}

/** A check, and the project whose readers may see it. */
export type MonitorCheck = { row: CheckRow; projectId: string }

/** `reason` and `warnings` are set instead of findings in rows of older versions. */
type StoredRow = Omit<CheckRow, "findings" | "warnings"> & {
  reason: string | null
  findings: unknown
  warnings: string[] | null
  warning_findings: unknown
}

const readRow = ({ warnings, warning_findings, ...row }: StoredRow): CheckRow => ({
  ...withFindings(row),
  warnings: warnings?.length ? warnings.map(asWritten) : readFindings(warning_findings),
})

const columns = `monitor_seq, started_at, status, failure_class, reason, findings, warnings, warning_findings, attempts, duration_ms,
  dns_ms, connect_ms, tls_ms, first_byte_ms, transfer_ms, http_status, address, detail, replace(trace_id::text, '-', '') as trace_id,
  (select json_build_object('subject', subject, 'issuer', issuer, 'names', names, 'validFrom', valid_from,
     'expiresAt', expires_at, 'fingerprint256', fingerprint)
     from certificate where id = certificate_id) as certificate`

const allStatuses = Object.values(MonitorStatus)

const input = z.object({
  first: wholeNumber(0, 100).nullish(),
  after: z.string().max(100, "is not a cursor of this list").nullish(),
  from: z.date().nullish(),
  to: z.date().nullish(),
  statuses: z.array(z.enum(MonitorStatus)).max(10).nullish(),
})
export type CheckQuery = z.input<typeof input>

/**
 * Checks of one monitor, newest first, from `from` (included) to `to` (excluded). A monitor has no two checks
 * of one millisecond, so the time of beginning is the whole keyset.
 */
export async function listChecks(
  { database: { pool } }: Pick<Services, "database">,
  monitorSeq: number,
  given: CheckQuery,
): Promise<{ rows: CheckRow[]; hasNext: boolean }> {
  const { first, after, from, to, statuses } = parse(input, given)
  const size = first ?? 25
  const ends = [to, after ? readCheckCursor(after) : null].flatMap((end) => end ?? [])
  const end = ends.toSorted((a, b) => a.getTime() - b.getTime())[0]
  const { rows } = await pool.query<StoredRow>({
    name: "checks-page",
    text: `select ${columns} from check_result
            where monitor_seq = $1 and started_at < $2 and started_at >= $3
              and status = any($4::monitor_status[])
            order by started_at desc limit $5`,
    values: [
      monitorSeq,
      end?.toISOString() ?? "infinity",
      from?.toISOString() ?? "-infinity",
      statuses ?? allStatuses,
      size + 1,
    ],
  })
  return { rows: rows.slice(0, size).map(readRow), hasNext: rows.length > size }
}

export async function readCheck(
  { database: { pool } }: Pick<Services, "database">,
  monitorSeq: number,
  startedAt: Date,
): Promise<CheckRow | null> {
  const { rows } = await pool.query<StoredRow>({
    name: "check",
    text: `select ${columns} from check_result where monitor_seq = $1 and started_at = $2`,
    values: [monitorSeq, startedAt.toISOString()],
  })
  const [row] = rows
  return row === undefined ? null : readRow(row)
}

export const checkCursor = ({ started_at }: CheckRow): string =>
  Buffer.from(started_at.toISOString()).toString("base64url")

function readCheckCursor(cursor: string): Date {
  const written = z.iso.datetime().safeParse(Buffer.from(cursor, "base64url").toString())
  if (written.success) return new Date(written.data)
  throw invalid("#/after", "is not a cursor of this list; request the first page again")
}
