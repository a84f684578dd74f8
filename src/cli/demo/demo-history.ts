import { storableJson, type Finding } from "../../findings/finding.ts"
import type { Monitor } from "../../../prisma/generated/client.ts"
import type { Context } from "../../graphql/kernel/context.ts"
import { transact } from "../../graphql/kernel/transaction.ts"
import { addPastIncidents } from "./demo-incidents.ts"
import { usualMs } from "./usual-times.ts"

/** 90 days of checks for the demo's monitors, with a few outages; the jobs roll them up like real ones. */

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const days = 90
const checkMinutes = 10
/** Checks of the last day are closer together, for its chart. */
const recentMinutes = 2

export type PastOutage = { monitor: Monitor; startedAt: Date; endedAt: Date; findings: Finding[] }

const findingsOf = ({ kind, port }: Monitor): Finding[] =>
  kind === "http"
    ? [{ code: "assertion_failed", parameters: { expected: [wanted], seen: [seen], more: 0 } }]
    : [{ code: "not_connected", parameters: { tries: [refusedBy(port)], withinMs: null } }]
const wanted: Finding = { code: "expects_status", parameters: { codes: "200–299" } }
const seen: Finding = { code: "saw_status", parameters: { status: 503 } }
const refusedBy = (port: number | null) =>
  ({ endpoint: `127.0.0.1:${port}`, fault: "refused", errorCode: "ECONNREFUSED" }) as const

/** Days ago, minutes after midnight UTC, and minutes of the outages of each monitor. */
const outages: Record<string, readonly (readonly [number, number, number])[]> = {
  "Search (failing)": [
    [3, 842, 23],
    [17, 611, 8],
    [41, 1203, 46],
  ],
  "Shop API": [[26, 175, 12]],
  "Mail server": [
    [9, 1310, 31],
    [60, 95, 64],
  ],
}

export async function fillHistory(ctx: Context, projectId: string, monitors: Monitor[]) {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const start = new Date(today - days * dayMs)
  const past = monitors.flatMap((monitor) =>
    (outages[monitor.name] ?? []).map(([daysAgo, minute, minutes]): PastOutage => {
      const startedAt = today - daysAgo * dayMs + minute * minuteMs
      return {
        monitor,
        startedAt: new Date(startedAt),
        endedAt: new Date(startedAt + minutes * minuteMs),
        findings: findingsOf(monitor),
      }
    }),
  )
  const starts = past.map(({ startedAt }) => startedAt)
  const ends = past.map(({ endedAt }) => endedAt)
  const findings = past.map((one) => storableJson(one.findings))
  await transact(ctx, async (tx) => {
    const ids = monitors.map(({ id }) => id)
    const seqs = monitors.map(({ seq }) => seq)
    await tx.db.monitor.updateMany({ where: { id: { in: ids } }, data: { createdAt: start } })
    // Hours are closed from the creation on.
    await tx.db.monitorRollup.deleteMany({ where: { monitorSeq: { in: seqs } } })
    const probed = monitors.filter(({ kind }) => kind !== "heartbeat")
    await tx.db.$executeRaw`
      insert into check_result (monitor_seq, started_at, status, failure_class, findings, warnings, duration_ms,
             connect_ms, first_byte_ms, http_status, address)
      select m.seq, at, case when o.findings is null then 'operational' else 'offline' end::monitor_status,
             case when o.findings is null then null when m.is_http then 'assertion' else 'connect_refused' end,
             o.findings::jsonb, '{}',
             t.ms, t.ms * 0.2, t.ms * 0.8,
             case when m.is_http then case when o.findings is null then 200 else 503 end end, '127.0.0.1'
        from unnest(${probed.map(({ seq }) => seq)}::int[], ${probed.map(({ name }) => usualMs(name))}::float8[],
                    ${probed.map(({ kind }) => kind === "http")}::bool[]) m (seq, usual_ms, is_http)
       cross join lateral (
         select at + m.seq % 60 * interval '1 second' as at from generate_series(
           ${start}::timestamptz, now() - interval '1 day', make_interval(mins => ${checkMinutes})) at
         union all
         select at + m.seq % 60 * interval '1 second' from generate_series(
           now() - interval '1 day', now() - interval '10 minutes', make_interval(mins => ${recentMinutes})) at) c
        left join unnest(${past.map(({ monitor }) => monitor.seq)}::int[], ${starts}::timestamptz[],
                         ${ends}::timestamptz[], ${findings}::text[]) o (seq, "from", until, findings)
          on o.seq = m.seq and at >= o.from and at < o.until
       cross join lateral (
         select m.usual_ms * (1 + 0.2 * sin(extract(epoch from at) / 13750.0) + 0.5 * power(random(), 6)) as ms) t
      on conflict do nothing`
    await tx.db.$executeRaw`
      insert into status_change (id, monitor_id, "to", at, decided_at, findings)
      select gen_random_uuid(), id, "to"::monitor_status, at,
             at + case when "to" = 'offline' then interval '1 minute' else interval '0' end, findings::jsonb from (
        select id, 'operational' as "to", ${start}::timestamptz as at, null as findings from unnest(${ids}::uuid[]) id
        union all
        select id, unnest(array['offline', 'operational']), unnest(array["from", until]), unnest(array[findings, null])
          from unnest(${past.map(({ monitor }) => monitor.id)}::uuid[], ${starts}::timestamptz[],
                      ${ends}::timestamptz[], ${findings}::text[]) o (id, "from", until, findings)) change
       order by at`
    await addPastIncidents(tx, projectId, past)
  })
}
