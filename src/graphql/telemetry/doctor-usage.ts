import type { TelemetrySignal } from "../../../prisma/generated/enums.ts"
import type { Context } from "../kernel/context.ts"

/** What was sent of one signal on one day (UTC). */
export type DailyUsage = {
  day: string
  signal: TelemetrySignal
  requests: number
  refused: number
  bytes: number
  records: number
  rejected: number
  dropped: number
}

const days = 31

/** Usage of the last 31 days, newest first. */
export async function readDailyUsage(
  { database: { prisma }, clock }: Pick<Context, "database" | "clock">,
  projectId: string,
): Promise<DailyUsage[]> {
  const since = new Date(clock.now().getTime() - days * 86_400_000)
  const rows = await prisma.telemetryUsage.findMany({
    where: { projectId, day: { gte: since } },
    orderBy: [{ day: "desc" }, { signal: "asc" }],
  })
  return rows.map((row) => ({
    day: row.day.toISOString().slice(0, 10),
    signal: row.signal,
    requests: Number(row.requests),
    refused: Number(row.refused),
    bytes: Number(row.bytes),
    records: Number(row.records),
    rejected: Number(row.rejected),
    dropped: Number(row.dropped),
  }))
}
