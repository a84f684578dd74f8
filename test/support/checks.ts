import { asWritten } from "../../src/findings/finding.ts"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

/** A TCP monitor inserted directly, for tests of its results. */
export async function insertMonitor(
  { services }: World,
  projectId: string,
  members: { name?: string; parentId?: string; failureThreshold?: number; mutedUntil?: Date } = {},
) {
  return services.database.prisma.monitor.create({
    data: {
      id: newId(),
      projectId,
      name: "Shop",
      kind: "tcp",
      host: "127.0.0.1",
      port: 1,
      ...members,
      state: { create: {} },
    },
  })
}

/** Many monitors with a failure threshold of 1. */
export async function insertMonitors({ services }: World, projectId: string, count: number) {
  const { rows } = await services.database.pool.query<{
    id: string
    seq: number
    projectId: string
  }>(
    `with made as (
       insert into monitor (id, project_id, name, kind, host, port, failure_threshold, updated_at)
       select gen_random_uuid(), $1, 'Shop ' || n, 'tcp', '127.0.0.1', 1, 1, now()
         from generate_series(1, $2::int) n returning id, seq, project_id),
     states as (insert into monitor_state (monitor_id) select id from made)
     select id, seq, project_id as "projectId" from made order by seq`,
    [projectId, count],
  )
  return rows
}

/** A finished check as the prober stores it; good by default. */
export function checkOf(
  monitor: { id: string; seq: number },
  startedAt: Date,
  members: Partial<CheckResult> = {},
): CheckResult {
  return {
    monitorId: monitor.id,
    monitorSeq: monitor.seq,
    startedAt,
    requestedAt: null,
    status: "operational",
    failureClass: null,
    findings: [],
    warnings: [],
    attempts: 1,
    durationMs: 12.5,
    phases: { dnsMs: null, connectMs: 12.5, tlsMs: null, firstByteMs: null, transferMs: null },
    httpStatus: null,
    address: "127.0.0.1",
    certificate: null,
    assertions: [],
    firstAttempt: null,
    egress: null,
    evidence: null,
    ...members,
  }
}

export const offline: Partial<CheckResult> = {
  status: "offline",
  failureClass: "connect_refused",
  findings: [asWritten("127.0.0.1 refused the connection on port 1.")],
  attempts: 2,
  firstAttempt: {
    failureClass: "connect_refused",
    findings: [asWritten("127.0.0.1 refused the connection.")],
  },
}
