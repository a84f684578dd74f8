/** What other sessions wait for while a statement runs, and until its migration commits. */
export type LockedOut = "nothing" | "changed rows" | "writes" | "reads and writes"
export type Work = "catalog" | "scan" | "rewrite"
export type Effect = { table: string; lockedOut: LockedOut; work: Work }

const order: LockedOut[] = ["nothing", "changed rows", "writes", "reads and writes"]
const workOrder: Work[] = ["catalog", "scan", "rewrite"]

const name = '"?(?:public"?\\."?)?([a-z_0-9]+)"?'
const isIndex = new RegExp(
  `^create (?:unique )?index (?!concurrently).*? on (?:only )?${name}`,
  "is",
)
const isAlter = new RegExp(`^alter table (?:if exists )?(?:only )?${name}`, "i")
const isChange = new RegExp(`^(?:update|delete from|insert into) ${name}`, "i")
const isDrop = new RegExp(`^drop table (?:if exists )?${name}`, "i")
const rewrites =
  /alter column .* (?:set data )?type |add column .*(?:serial|gen_random_uuid|clock_timestamp|random\()/is
const scans = /set not null|add constraint .* (?:foreign key|check|unique|primary key|exclude)/is

/** What a migration does to each table that it does not create itself: the strongest lock, the most work. */
export function effectsOf(sql: string): Effect[] {
  const plain = sql.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " ")
  const created = new Set(
    [...plain.matchAll(new RegExp(`create table (?:if not exists )?${name}`, "gi"))].map(
      ([, table = ""]) => table,
    ),
  )
  const found = new Map<string, Effect>()
  for (const statement of plain.split(";")) {
    const effect = effectOf(statement.trim())
    if (effect === null || created.has(effect.table)) continue
    const before = found.get(effect.table)
    found.set(effect.table, before === undefined ? effect : worse(before, effect))
  }
  return [...found.values()]
}

function effectOf(statement: string): Effect | null {
  const match = (pattern: RegExp) => pattern.exec(statement)?.[1] ?? null
  const [indexed, altered, changed, dropped] = [
    match(isIndex),
    match(isAlter),
    match(isChange),
    match(isDrop),
  ]
  if (indexed !== null) return { table: indexed, lockedOut: "writes", work: "scan" }
  if (altered !== null) {
    const work = rewrites.test(statement) ? "rewrite" : scans.test(statement) ? "scan" : "catalog"
    return { table: altered, lockedOut: "reads and writes", work }
  }
  if (changed !== null) return { table: changed, lockedOut: "changed rows", work: "rewrite" }
  if (dropped !== null) return { table: dropped, lockedOut: "reads and writes", work: "catalog" }
  return null
}

const worse = (a: Effect, b: Effect): Effect => ({
  table: a.table,
  lockedOut: order.indexOf(a.lockedOut) > order.indexOf(b.lockedOut) ? a.lockedOut : b.lockedOut,
  work: workOrder.indexOf(a.work) > workOrder.indexOf(b.work) ? a.work : b.work,
})

/** Deliberately slow, as of one disk with other load. */
const bytesPerSecond: Record<Work, number> = {
  catalog: Number.POSITIVE_INFINITY,
  scan: 100_000_000,
  rewrite: 20_000_000,
}

/** Estimated duration in seconds; at least one. */
export const estimateSeconds = (work: Work, tableBytes: number): number =>
  Math.max(1, Math.ceil(tableBytes / bytesPerSecond[work]))
