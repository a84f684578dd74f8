import { access, constants, stat, statfs } from "node:fs/promises"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import type { Env } from "../../platform/env.ts"
import { ignoredSettings } from "../../platform/ignored-settings.ts"
import { icmpAbility } from "../../probe/icmp/icmp-support.ts"
import { isNearlyFull, readDropped } from "../../telemetry/store/disk.ts"
import { hasStore } from "../../telemetry/store/front-file.ts"
import { keyFile } from "../../platform/secret-key.ts"
import { isMarkAlive, pidOf, readOrNull } from "../../platform/process-lock.ts"
import { codeOf } from "../database.ts"
import { judgeDisks } from "../../platform/resources/judge-usage.ts"
import { measureDisk } from "../../platform/resources/measure-resources.ts"
import { error, ok, warning, type Finding } from "./finding.ts"
import { commandName } from "../../platform/command-name.ts"

/** Checks of the machine itself. */

const oldestNode = 24
const scarceBytes = 1024 ** 3
const fewBytes = 100 * 1024 ** 2
const dayMs = 86_400_000

export function checkNode(version = process.versions.node): Finding {
  return Number(version.split(".")[0]) >= oldestNode
    ? ok("node", version)
    : error(
        "node",
        version,
        `Run \`npm ci\`, which installs Node 24, and start with \`${commandName}\`.`,
      )
}

export function checkSettings(source = process.env): Finding {
  const ignored = ignoredSettings(source)
  return ignored.length === 0
    ? ok("settings", "none is misspelt or retired")
    : warning("settings", ignored, "docs/settings.md lists all settings.")
}

export async function checkDataFolder({ DATA_DIR }: Env): Promise<Finding> {
  const held = await stat(DATA_DIR).catch(() => null)
  const path = held === null ? await nearest(DATA_DIR) : DATA_DIR
  const isWritable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (held !== null && !held.isDirectory()) {
    return error("data folder", `${DATA_DIR} is a file`, "Set DATA_DIR to the path of a folder.")
  }
  if (!isWritable) {
    return error(
      "data folder",
      `${DATA_DIR} is not writable`,
      "Make it writable for the user who starts Watchkeeper, or set DATA_DIR to another folder.",
    )
  }
  return ok(
    "data folder",
    held === null ? `${DATA_DIR} will be created at the first start` : DATA_DIR,
  )
}

export async function checkDisk(env: Env): Promise<Finding> {
  const folder = await nearest(env.DATA_DIR)
  const figures = await statfs(folder)
  const free = figures.bavail * figures.bsize
  const isEmbedded = env.DATABASE_URL === undefined
  const held = folder === env.DATA_DIR ? await measureDisk(folder) : null
  const lacks = held === null ? [] : judgeDisks(held, isEmbedded)
  // Little space is described below, with what it means for telemetry.
  const isUnwritable = held !== null && (held.isHanging || held.writeError !== null)
  const lack = lacks.find(({ resource }) => resource === "inodes" || isUnwritable)
  if (lack !== undefined)
    return (lack.status === "down" ? error : warning)("disk", lack.findings, "Free disk space.")
  const meaning = diskMeaning(env, isNearlyFull(figures, env))
  const words = `${(free / 1024 ** 3).toFixed(1)} GiB free${meaning}`
  const advice = "Free up space, or set DATA_DIR to another disk."
  if (free < fewBytes) return error("disk", words, advice)
  return free < scarceBytes || meaning !== "" ? warning("disk", words, advice) : ok("disk", words)
}

/** What little space means for telemetry; empty if nothing. */
function diskMeaning({ DATA_DIR }: Env, isFull: boolean): string {
  if (isFull && hasStore(DATA_DIR)) return ", so telemetry is refused"
  const early = readDropped(DATA_DIR)
  const isRecent = early !== null && Date.now() - Date.parse(early.at) < dayMs
  return isRecent ? `, and telemetry before ${early.before} was deleted early` : ""
}

/** The key opens webhook secrets and request headers; anyone who can read it can read those. */
export async function checkKey({ SECRET_KEY, DATABASE_URL, DATA_DIR }: Env): Promise<Finding> {
  if (SECRET_KEY !== undefined) return ok("secret key", "from SECRET_KEY")
  const path = keyFile({ DATA_DIR })
  if ((await readOrNull(path)) === null) {
    // Whether one is missing, the database says.
    return ok("secret key", `${path} is created at the first start`)
  }
  if (DATABASE_URL !== undefined) {
    return warning(
      "secret key",
      `from ${path}`,
      "Roles on other machines need the same key. Set SECRET_KEY on each machine.",
    )
  }
  for (const file of [path, join(DATA_DIR, "postgres.password")]) {
    const held = await stat(file).catch(() => null)
    if (held !== null && (held.mode & 0o077) !== 0) {
      return warning("secret key", `${file} is readable by other users`, `Run: chmod 600 ${file}`)
    }
  }
  return ok("secret key", `in ${path}, readable by its owner only; include it in your backups`)
}

/** The port is free, or our own server holds it. */
export async function checkPort({ PORT, HOST, DATA_DIR }: Env): Promise<Finding> {
  const mark = await readOrNull(join(DATA_DIR, "watchkeeper.lock"))
  if (mark !== null && isMarkAlive(mark)) {
    return ok("port", `Watchkeeper is already running here (process ${pidOf(mark)})`)
  }
  const fault = await tryListen(PORT, HOST)
  if (fault === null) return ok("port", `${PORT} on ${HOST} is free`)
  return error(
    "port",
    `${PORT} on ${HOST}: ${fault === "EADDRINUSE" ? "in use by another program" : fault}`,
    "Stop that program, or set PORT (and HOST) to a free port.",
  )
}

/** What the guard lets monitors connect to, which explains refusals. */
export function checkTargets({ SIGN_UP, MONITOR_PRIVATE, REACHABLE_RANGES }: Env): Finding {
  const own = MONITOR_PRIVATE === "never" ? [] : (MONITOR_PRIVATE ?? null)
  const isUsual = own === null && SIGN_UP !== "open"
  const named = [...new Set([...(own ?? []), ...REACHABLE_RANGES])]
  const more = named.length > 0 ? `, and in ${named.join(", ")}` : ""
  if (isUsual) return ok("targets", `monitors may reach public and private addresses${more}`)
  const why =
    own === null ? "; SIGN_UP=open closes private ones unless MONITOR_PRIVATE names them" : ""
  return ok("targets", `monitors may reach public addresses${more}${why}`)
}

export async function checkIcmp(): Promise<Finding> {
  const { method, missing } = await icmpAbility()
  if (missing !== null) return warning("ping", "ping monitors do not work", `${missing}.`)
  const words = { datagram: "an ICMP socket", raw: "a raw socket", program: "a ping program" }
  return ok("ping", method === "none" ? "none" : `by ${words[method]}`)
}

function tryListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (fault) => resolve(codeOf(fault) || fault.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

async function nearest(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || dirname(path) === path ? path : nearest(dirname(path))
}
