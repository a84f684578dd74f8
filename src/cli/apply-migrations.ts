import { fork } from "node:child_process"
import { once } from "node:events"

/** The database to migrate. */
type Order = { connectionString: string }
type Report = { applied: string[] } | { error: string }

/**
 * Applies pending migrations in a process of its own, which takes Prisma's engine and its memory with it; returns
 * their names.
 */
export async function applyMigrations(connectionString: string): Promise<string[]> {
  const child = fork(import.meta.filename, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const ended = once(child, "exit").then(() => ({ error: "The migration process ended early." }))
  const answered = once(child, "message").then(([report]) => report as Report)
  child.send({ connectionString } satisfies Order)
  const report = await Promise.race([answered, ended])
  if (child.connected) child.disconnect()
  if ("error" in report) throw new Error(report.error)
  return report.applied
}

async function carryOut({ connectionString }: Order): Promise<Report> {
  try {
    const { migrate } = await import("../platform/migrate.ts")
    return { applied: await migrate(connectionString) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

if (import.meta.main) {
  // A signal reaches the whole process group; the process that asked decides.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
  process.on("disconnect", () => process.exit())
  process.once("message", (order: Order) => {
    void carryOut(order).then((report) => process.send?.(report))
  })
}
