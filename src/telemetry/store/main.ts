import { randomBytes } from "node:crypto"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { constants, getPriority, setPriority } from "node:os"
import type { Env } from "../../platform/env.ts"
import type { Log } from "../../platform/log.ts"
import { startDropping } from "./embedded/drop-oldest.ts"
import { openEngine, type Engine } from "./embedded/engine.ts"
import { createFront } from "./embedded/front.ts"
import { frontFile, telemetryFolder } from "./front-file.ts"

/** Serves the embedded ClickHouse engine on loopback. Where it cannot be loaded, every request is answered with why. */
export async function startTelemetry({
  env,
  log,
}: {
  env: Env
  log: Log
}): Promise<{ stop(): Promise<void> }> {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  await mkdir(telemetryFolder(env.DATA_DIR), { recursive: true, mode: 0o700 })
  const engine = await load(env, log)
  const password = randomBytes(24).toString("base64url")
  const server = createFront({ engine, password, log })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const file = frontFile(env.DATA_DIR)
  await writeFile(`${file}.new`, JSON.stringify({ url: `http://127.0.0.1:${port}`, password }), {
    mode: 0o600,
  })
  await rename(`${file}.new`, file)
  const dropping = typeof engine === "string" ? null : startDropping({ engine, env, log })
  return {
    async stop() {
      await dropping?.stop()
      await rm(file, { force: true })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (typeof engine !== "string") await engine.close()
    },
  }
}

async function load(env: Env, log: Log): Promise<Engine | string> {
  try {
    return await openEngine(env)
  } catch (err) {
    const reason = err instanceof Error ? err.message : String(err)
    // Another process lets go of the folder, or space is freed: this one is started again until then.
    if (/Cannot lock file|ENOSPC|NOT_ENOUGH_SPACE|No space left/.test(reason)) throw err
    log.error({ err }, "the telemetry store cannot be loaded")
    return /telemetry store/.test(reason)
      ? reason
      : `The telemetry store cannot be loaded: ${reason} Set CLICKHOUSE_URL to use a ClickHouse server instead.`
  }
}
