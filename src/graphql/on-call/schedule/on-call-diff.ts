import type { Prisma } from "../../../platform/postgres.ts"

/** Changed members as `{ from, to }`, the audit log's form. */
export function diff<T extends object>(before: T, after: Partial<T>): Prisma.InputJsonObject {
  const changes: Record<string, Prisma.InputJsonValue> = {}
  for (const [name, to] of Object.entries(after)) {
    const from = before[name as keyof T]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    changes[name] = { from: plain(from), to: plain(to) }
  }
  return changes
}

/** Convert dates to ISO text. */
const plain = (value: unknown): Prisma.InputJsonValue =>
  JSON.parse(JSON.stringify(value ?? null)) as Prisma.InputJsonValue
