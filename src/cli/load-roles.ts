import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { readRoles } from "../platform/env.ts"
import { flagsOf } from "./supervise.ts"

/**
 * The last step of an installation: loads what a start loads, as a start does, so that Node keeps it compiled. Without
 * it only the first start takes longer.
 */

const launcher = join(import.meta.dirname, "../../bin/watchkeeper.js")
const warnings = "--disable-warning=ExperimentalWarning"

const commands = [
  [warnings, launcher, "start", "--help"],
  ...readRoles(undefined).map((role) => [
    warnings,
    ...flagsOf[role],
    launcher,
    "role",
    role,
    "--load",
  ]),
]
for (const args of commands) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] })
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0) process.stderr.write(`Not compiled in advance: ${args.slice(2).join(" ")}\n`)
}
