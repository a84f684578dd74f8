import type { Finding } from "../src/findings/finding.ts"
import type { Pool } from "pg"
import type { Prisma } from "../src/platform/postgres.ts"
import type { CheckResult } from "../src/graphql/monitoring/check/rules/check-result.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { newId } from "../src/platform/id.ts"
import type { Services } from "../src/platform/services.ts"

export const days = 90
const dayMs = 86_400_000
const perDay = 1440
/** Every third day each monitor is down for ten minutes. */
const outageEveryDays = 3
const outageMinutes = 10

async function makeMonitors(services: Services, count: number, createdAt: Date) {
  const { id: projectId } = await createProject(
    contextFor(services, { kind: "system", name: "bench" }),
    { name: "Bench", plan: "pro" },
  )
  return services.database.prisma.monitor.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      id: newId(),
      projectId,
      name: "Shop",
      kind: "http" as const,
      createdAt,
    })),
    select: { id: true, seq: true },
  })
}

/** A check a minute for 90 days, with outages, of as many monitors as needed. `pool` has no statement timeout. */
export async function fillHistory(services: Services, pool: Pool, wanted: number) {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const start = today - days * dayMs
  const count = Math.max(1, Math.round(wanted / days / perDay))
  const monitors = await makeMonitors(services, count, new Date(start))
  const seqs = monitors.map(({ seq }) => seq)
  for (let day = 0; day < days; day++) {
    const from = new Date(start + day * dayMs)
    const to = new Date(from.getTime() + dayMs)
    const name = `check_result_p${from.toISOString().slice(0, 10).replaceAll("-", "")}`
    // Filling the table before it has an index takes half the time.
    await pool.query(`drop table if exists ${name}`)
    await pool.query(`create table ${name} (like check_result including defaults)`)
    await pool.query(
      `insert into ${name} (monitor_seq, started_at, status, failure_class, warnings, duration_ms, dns_ms,
              connect_ms, tls_ms, first_byte_ms, http_status, address)
       select seq, $2::timestamptz + minute * interval '1 minute' + seq % 60 * interval '1 second',
              case when is_down then 'offline' else 'operational' end::monitor_status,
              case when is_down then 'connect_refused' end, '{}', 40 + 400 * power(random(), 8), 2, 10, 20, 30,
              200, '192.0.2.1'
         from unnest($1::int[]) seq, generate_series(0, ${perDay - 1}) minute,
              lateral (select $3 and minute >= seq % 1000 and minute < seq % 1000 + ${outageMinutes} as is_down) x
        order by seq, minute`,
      [seqs, from.toISOString(), day % outageEveryDays === 0],
    )
    await pool.query(`alter table ${name} add primary key (monitor_seq, started_at)`)
    await pool.query(
      `alter table check_result attach partition ${name}
         for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    )
  }
  await pool.query(
    `insert into status_change (id, monitor_id, "to", at, decided_at)
     select gen_random_uuid(), id, "to", at, at from (
       select id, 'operational'::monitor_status as "to", $2::timestamptz as at from unnest($1::uuid[]) id
       union all
       select id, case n when 0 then 'offline' else 'operational' end::monitor_status,
              $2::timestamptz + day * interval '1 day'
                + ((seq % 1000) + n * ${outageMinutes}) * interval '1 minute' + seq % 60 * interval '1 second'
         from unnest($1::uuid[], $3::int[]) m (id, seq), generate_series(0, ${days - 1}, ${outageEveryDays}) day,
              generate_series(0, 1) n) change order by at`,
    [monitors.map(({ id }) => id), new Date(start).toISOString(), seqs],
  )
  return { seqs, checks: count * days * perDay }
}

/** All columns of a row, with some replaced. */
const cloned = (row: string, more: string) =>
  `(jsonb_populate_record(${row}, jsonb_build_object(${more}))).*`

/**
 * Adds nine copies of each monitor with the same daily rollups and status changes, which is all that daily uptime
 * reads. @returns the `seq` of each new monitor.
 */
export async function fillTenfold(services: Services, seqs: number[]): Promise<number[]> {
  const { pool } = services.database
  const start = new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs)
  const monitors = await makeMonitors(services, 9 * seqs.length, start)
  const copies = [monitors.map(({ id }) => id), monitors.map(({ seq }) => seq), seqs]
  const copy = `unnest($1::uuid[], $2::int[]) with ordinality c (id, seq, n)
    join monitor m on m.seq = ($3::int[])[1 + c.n % cardinality($3::int[])]`
  await pool.query(
    `insert into monitor_day select ${cloned("d", "'monitor_seq', c.seq")}
       from ${copy} join monitor_day d on d.monitor_seq = m.seq order by d.at, c.seq`,
    copies,
  )
  await pool.query(
    `insert into monitor_rollup select ${cloned("r", "'monitor_seq', c.seq")}
       from ${copy} join monitor_rollup r on r.monitor_seq = m.seq`,
    copies,
  )
  const change =
    "'id', gen_random_uuid(), 'monitor_id', c.id, 'seq', nextval('status_change_seq_seq')"
  await pool.query(
    `insert into status_change select ${cloned("s", change)}
       from ${copy} join status_change s on s.monitor_id = m.id order by s.at`,
    copies,
  )
  await pool.query("vacuum analyze")
  return monitors.map(({ seq }) => seq)
}

const certificate = {
  subject: "CN=shop.example",
  issuer: "CN=authority.example",
  names: ["shop.example", "www.shop.example"],
  validFrom: "2026-01-01T00:00:00.000Z",
  expiresAt: "2027-01-01T00:00:00.000Z",
  fingerprint256: "00:11:22:33",
}

/** Batches of finished HTTPS checks of 20,000 monitors, as a prober stores them. */
export function madeChecks(total: number, size: number): CheckResult[][] {
  const monitors = 20_000
  const now = Math.floor(Date.now() / 1000) * 1000
  const monitorId = newId()
  const checks = Array.from({ length: total }, (_check, n): CheckResult => ({
    monitorId,
    monitorSeq: 1_000_000 + (n % monitors),
    startedAt: new Date(now + Math.floor(n / monitors) * 60_000 + (n % 60_000)),
    requestedAt: null,
    status: "operational",
    failureClass: null,
    findings: [],
    warnings: [],
    attempts: 1,
    durationMs: 62.123 + (n % 100),
    phases: { dnsMs: 1.5, connectMs: 10.25, tlsMs: 20.125, firstByteMs: 30.5, transferMs: 0.75 },
    httpStatus: 200,
    address: "192.0.2.1",
    certificate,
    assertions: [{ name: "status", passed: true, expected: wanted, seen: got }],
    firstAttempt: null,
    egress: null,
    evidence: null,
  }))
  return Array.from({ length: Math.ceil(total / size) }, (_batch, n) =>
    checks.slice(n * size, (n + 1) * size),
  )
}

const wanted: Finding = { code: "expects_status", parameters: { codes: "200" } }
const got: Finding = { code: "saw_status", parameters: { status: 200 } }

/** The same row as input for Prisma. */
export function prismaRow(check: CheckResult): Prisma.CheckCreateManyInput {
  const { monitorSeq, startedAt, status, durationMs, httpStatus, address } = check
  return {
    monitorSeq,
    startedAt,
    status,
    durationMs,
    httpStatus,
    address,
    ...check.phases,
  }
}
