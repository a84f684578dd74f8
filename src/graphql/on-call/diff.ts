import type { Prisma } from "../../postgres.ts"

/** Each member that would be another, from what to what, as the audit log keeps it. */
export function diff<T extends object>(before: T, after: Partial<T>): Prisma.InputJsonObject {
  const changes: Record<string, Prisma.InputJsonValue> = {}
  for (const [name, to] of Object.entries(after)) {
    const from = before[name as keyof T]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    changes[name] = { from: plain(from), to: plain(to) }
  }
  return changes
}

/** Moments as text, as JSON writes them. */
const plain = (value: unknown): Prisma.InputJsonValue =>
  JSON.parse(JSON.stringify(value ?? null)) as Prisma.InputJsonValue
