import { z } from "zod"
import type { Embedded } from "../platform/embedded/start-embedded.ts"
import type { Log } from "../platform/log.ts"
import { openClient } from "../platform/open-client.ts"
import type { OpenDatabase } from "./database.ts"
import { usualPatience } from "./watch-role.ts"

const lookMs = 1000

/**
 * Restarts the embedded PostgreSQL on the same port when it dies, or accepts no connection for a minute; the roles
 * reconnect by themselves.
 */
export function keepPostgres(
  { embedded, connectionString }: OpenDatabase,
  log: Log,
  patience = usualPatience,
): () => Promise<void> {
  if (embedded === null) return () => Promise.resolve()
  let isStopped = false
  let turn = Promise.resolve()
  let askedMs = performance.now()
  let silentMs = 0

  async function look(server: Embedded): Promise<void> {
    try {
      if (await server.revive()) {
        log.error("the embedded PostgreSQL had died and was restarted")
        silentMs = 0
      }
      if (performance.now() - askedMs < patience.askMs) return
      askedMs = performance.now()
      silentMs = (await responds(connectionString, patience.askMs)) ? 0 : silentMs + patience.askMs
      if (silentMs < patience.silentMs) return
      log.error({ silentMs }, "the embedded PostgreSQL does not respond; ending it")
      await server.kill()
      silentMs = 0
    } catch (error) {
      log.error({ err: error }, "the embedded PostgreSQL died and could not be restarted")
    }
  }

  const timer = setInterval(() => {
    turn = turn.then(() => (isStopped ? undefined : look(embedded)))
  }, lookMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await turn
  }
}

const sqlState = z.object({ code: z.string().regex(/^[0-9A-Z]{5}$/) })

/** An error of the server is a response, too: it may be starting, or have no connection left. */
async function responds(connectionString: string, patienceMs: number): Promise<boolean> {
  try {
    const client = await openClient(connectionString, { patienceMs, query_timeout: patienceMs })
    try {
      await client.query("select 1")
    } finally {
      // One that hangs would not answer a goodbye.
      client.connection.stream.destroy()
    }
    return true
  } catch (error) {
    return sqlState.safeParse(error).success
  }
}
