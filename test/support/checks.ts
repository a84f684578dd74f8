import type { CheckResult } from "../../src/graphql/check/result.ts"
import { newId } from "../../src/id.ts"
import type { World } from "./world.ts"

/** A tcp monitor written straight into its table, for tests of what happens to its results. */
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

/** Many at once, each failing at its first failure. */
export async function insertMonitors({ services }: World, projectId: string, count: number) {
  const { prisma } = services.database
  const ids = Array.from({ length: count }, newId)
  await prisma.monitor.createMany({
    data: ids.map((id, index) => ({
      id,
      projectId,
      name: `Shop ${index}`,
      kind: "tcp" as const,
      host: "127.0.0.1",
      port: 1,
      failureThreshold: 1,
    })),
  })
  await prisma.monitorState.createMany({ data: ids.map((monitorId) => ({ monitorId })) })
  return prisma.monitor.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } })
}

/** A finished check as the prober would hand it over; good unless told otherwise. */
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
    reason: null,
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
  reason: "127.0.0.1 refused the connection on port 1.",
  attempts: 2,
  firstAttempt: { failureClass: "connect_refused", reason: "127.0.0.1 refused the connection." },
}
