import { once } from "node:events"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { startTelemetry } from "../src/telemetry/store/main.ts"

/** The embedded store alone, for the cost of the engine without receiving and decoding. */
const env = readEnv()
const { stop } = await startTelemetry({ env, log: createLog(env.LOG_LEVEL, "telemetry") })
process.stdout.write(`${JSON.stringify({ address: "" })}\n`)
await once(process, "SIGTERM")
await stop()
process.exit(0)
