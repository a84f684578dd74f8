import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { roleMessage } from "../../../platform/role-message.ts"

const launcher = fileURLToPath(new URL("../../../../bin/watchkeeper.js", import.meta.url))

/**
 * Runs the telemetry role on a data folder that no other process uses, for a command. It ends with this process, and
 * deletes no old days meanwhile.
 */
export async function runEngine(dataDir: string): Promise<{ stop(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _export, TELEMETRY_MIN_DAYS: _days, ...env } = process.env
  const child = spawn(process.execPath, [launcher, "role", "telemetry"], {
    env: { ...env, DATA_DIR: dataDir, UV_THREADPOOL_SIZE: "8" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  const ended = once(child, "close")
  const started = await Promise.race([once(child, "message"), ended.then(() => null)])
  if (started === null || roleMessage.parse(started[0]).kind !== "ready") {
    throw new Error("the telemetry store did not start")
  }
  return {
    async stop() {
      child.kill("SIGTERM")
      await ended
    },
  }
}
