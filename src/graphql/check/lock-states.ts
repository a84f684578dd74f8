import { maintainedMonitorsSql } from "../maintenance/ongoing.ts"
import type { Transaction } from "../transaction.ts"
import type { Watched } from "./absence.ts"
import { machine } from "./machine.ts"
import type { CheckResult } from "./result.ts"
import type { Policy, Silence } from "./verdict.ts"

/** A monitor's state, locked until the end of the transaction, with the policy that holds at this moment. */
export type Locked = Policy &
  Watched & {
    monitorId: string
    projectId: string
    monitorName: string
    statusSince: Date
    lastResult: CheckResult | null
    /** The database's time of this transaction. */
    now: Date
  }

type Row = Omit<Locked, "silence" | "lastResult" | "machine"> & {
  machine: unknown
  isMaintained: boolean
  isMuted: boolean
  isParentDown: boolean
}

/** Locks in the order of ids, so that two recorders cannot wait for each other. */
export async function lockStates(
  { db }: Transaction,
  monitorIds: string[],
): Promise<Map<string, Locked>> {
  // Read only after the wait: a row that was paused or muted meanwhile is seen as it now is.
  await db.$queryRawUnsafe(
    "select monitor_id from monitor_state where monitor_id = any($1::uuid[]) order by monitor_id for update",
    monitorIds,
  )
  const rows = await db.$queryRawUnsafe<Row[]>(
    `select s.monitor_id as "monitorId", m.project_id as "projectId", m.name as "monitorName",
            s.status::text as status, s.status_since as "statusSince", s.last_check_at as "lastCheckAt",
            s.machine, m.failure_threshold as "failureThreshold",
            m.recovery_threshold as "recoveryThreshold", m.interval_seconds as "intervalSeconds",
            m.timeout_seconds as "timeoutSeconds", greatest(m.updated_at, m.watched_since) as "settledAt",
            m.id in (${maintainedMonitorsSql}) as "isMaintained",
            coalesce(m.muted_until > now(), false) as "isMuted",
            coalesce(p.machine ->> 'confirmed' = 'offline', false) as "isParentDown", now() as now
       from monitor_state s
       join monitor m on m.id = s.monitor_id
       left join monitor_state p on p.monitor_id = m.parent_id
      where s.monitor_id = any($1::uuid[]) and m.deleted_at is null and m.paused_at is null
      order by s.monitor_id`,
    monitorIds,
  )
  return new Map(
    rows.map(({ isMaintained, isMuted, isParentDown, ...row }) => {
      const silence: Silence | null = isMaintained
        ? "maintenance"
        : isMuted
          ? "muted"
          : isParentDown
            ? "parent_down"
            : null
      const locked = { ...row, machine: machine.parse(row.machine), silence, lastResult: null }
      return [row.monitorId, locked] as const
    }),
  )
}
