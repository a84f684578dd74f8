import { maintainedMonitorsSql } from "../../maintenance/window/rules/ongoing.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { GapSubject } from "./rules/gap.ts"
import { machine } from "./rules/check-state.ts"
import type { CheckResult } from "./rules/check-result.ts"
import type { Policy, Silence } from "./rules/write-verdict.ts"

/** A monitor's state, locked until the transaction ends, and the policy in force now. */
export type Locked = Policy &
  GapSubject & {
    monitorId: string
    projectId: string
    monitorName: string
    statusSince: Date
    lastResult: CheckResult | null
    /** When this transaction started, by the database's clock. */
    now: Date
  }

type Row = Omit<Locked, "silence" | "lastResult" | "machine"> & {
  machine: unknown
  isMaintained: boolean
  isMuted: boolean
  isParentDown: boolean
}

/** Lock in id order, so that two recorders cannot deadlock. */
export async function lockStates(
  tx: Pick<SqlTransaction, "query">,
  monitorIds: string[],
): Promise<Map<string, Locked>> {
  // Read after the lock is granted: a pause or mute committed during the wait must be visible.
  await tx.query({
    name: "lock-states",
    text: "select from monitor_state where monitor_id = any($1::uuid[]) order by monitor_id for update",
    values: [monitorIds],
  })
  const rows = await tx.query<Row>({
    name: "read-states",
    text: `select s.monitor_id as "monitorId", m.project_id as "projectId", m.name as "monitorName",
            s.status::text as status, s.status_since as "statusSince", s.last_check_at as "lastCheckAt",
            s.machine, m.failure_threshold as "failureThreshold",
            m.recovery_threshold as "recoveryThreshold", m.flap_window_minutes as "flapWindowMinutes", m.interval_seconds as "intervalSeconds",
            m.timeout_seconds as "timeoutSeconds", greatest(m.updated_at, m.watched_since) as "settledAt",
            m.id in (${maintainedMonitorsSql}) as "isMaintained",
            coalesce(m.muted_until > now(), false) as "isMuted",
            coalesce(p.machine ->> 'confirmed' = 'offline', false) as "isParentDown", now() as now
       from monitor_state s
       join monitor m on m.id = s.monitor_id
       left join monitor_state p on p.monitor_id = m.parent_id
      where s.monitor_id = any($1::uuid[]) and m.deleted_at is null and m.paused_at is null
      order by s.monitor_id`,
    values: [monitorIds],
  })
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
