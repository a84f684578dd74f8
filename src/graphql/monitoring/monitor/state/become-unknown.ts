import type { Monitor } from "../../../../../prisma/generated/client.ts"
import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { Transaction } from "../../../kernel/transaction.ts"
import { changeStatuses } from "../../check/change-status.ts"
import { forgetRuns, machine, newMachine } from "../../check/rules/check-state.ts"

/** Why a status became unknown because of a pause. */
const paused: readonly Finding[] = [{ code: "monitor_paused", parameters: {} }]
/** SQL: changes of that kind, also those of older versions. */
export const isPausedSql = `(reason = 'paused' or findings @> '${JSON.stringify(paused)}')`

type Paused = Pick<Monitor, "id" | "projectId" | "name">
type State = { monitorId: string; status: MonitorStatus; machine: unknown }

/**
 * Makes the status of paused monitors unknown. The caller has locked their states.
 * @param isOver whether open outages were resolved, so that a later failure is declared as new.
 */
export async function becomeUnknown(
  tx: Transaction,
  monitors: readonly Paused[],
  at: Date,
  isOver: boolean,
): Promise<void> {
  const states = await tx.query<State>({
    name: "states-to-pause",
    text: `select monitor_id as "monitorId", status::text as status, machine
             from monitor_state where monitor_id = any($1::uuid[])`,
    values: [monitors.map(({ id }) => id)],
  })
  const stateOf = new Map(states.map((state) => [state.monitorId, state]))
  const rows = states.map((state) => ({
    monitor_id: state.monitorId,
    machine: {
      ...(isOver ? newMachine() : forgetRuns(machine.parse(state.machine))),
      countsFrom: at,
    },
  }))
  await tx.query({
    name: "pause-states",
    text: `update monitor_state s
              set status_since = case when status = 'unknown' then status_since else $2::timestamptz end,
                  status = 'unknown', machine = row.machine
             from jsonb_to_recordset($1::jsonb) row (monitor_id uuid, machine jsonb)
            where s.monitor_id = row.monitor_id`,
    values: [JSON.stringify(rows), at],
  })
  await changeStatuses(
    tx,
    monitors.flatMap(({ id, projectId, name }) => {
      const status = stateOf.get(id)?.status ?? "unknown"
      if (status === "unknown") return []
      return {
        projectId,
        monitorId: id,
        monitorName: name,
        from: status,
        to: "unknown" as const,
        announcedBefore: status,
        at,
        decidedAt: at,
        findings: paused,
        verdictId: null,
      }
    }),
  )
}
