#!/usr/bin/env node
// Plain JavaScript for old Nodes: it hands over to the Node that npm installed, or goes on in this one.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import module from "node:module"
import { fileURLToPath } from "node:url"

const oldestUsable = 24

// A release is JavaScript; a clone runs what it has, with the database client that its installation generates.
const program = new URL("../program/main.js", import.meta.url)
const isRelease = existsSync(program)
const install = isRelease
  ? "Install the release again, with `npm install -g --ignore-scripts=false`"
  : "Run `npm ci --ignore-scripts=false` in Watchkeeper's folder"

if (Number(process.versions.node.split(".")[0]) >= oldestUsable) {
  if (isRelease || existsSync(new URL("../prisma/generated/client.ts", import.meta.url))) {
    dropWarnings()
    keepCompiled()
    if (isRelease) await import(program.href)
    else await import("../src/cli/main.ts")
  } else {
    process.stderr.write(
      "Watchkeeper is not fully installed: npm did not run its install scripts, because of --ignore-scripts or a " +
        `setting. ${install}.\n`,
    )
    process.exit(1)
  }
} else {
  handOver(fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url)))
}

/** Halves a start. In folders of ours, so that nobody else can fill them: packages, or the data if those are read-only. */
function keepCompiled() {
  const folder = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))
  const { status } = module.enableCompileCache(folder)
  const { DATA_DIR } = process.env
  const isRefused = status === module.constants.compileCacheStatus.FAILED
  if (isRefused && DATA_DIR !== undefined) module.enableCompileCache(`${DATA_DIR}/compiled`)
}

/**
 * What we use on purpose (type stripping, WebAssembly modules) needs no warning on each start; nor does
 * Prisma's way of queueing on pg's client, which pg 8 does as promised.
 */
function dropWarnings() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    const kind = typeof rest[0] === "object" ? rest[0]?.type : rest[0]
    const isKnown =
      kind === "ExperimentalWarning" || `${warning}`.startsWith("Calling client.query()")
    if (!isKnown) emitWarning.call(process, warning, ...rest)
  }
}

function handOver(node) {
  if (!existsSync(node)) {
    process.stderr.write(
      `Watchkeeper needs Node ${oldestUsable}; this is ${process.version}, and ${node} is missing. ` +
        `${install}: it brings the right one.\n`,
    )
    process.exit(1)
  }
  const args = ["--disable-warning=ExperimentalWarning", fileURLToPath(import.meta.url)]
  // The channel tells the other side at once when this process is killed.
  const child = spawn(node, [...args, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  })
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]) {
    process.on(signal, () => child.kill(signal))
  }
  child.on("error", (error) => {
    process.stderr.write(`${node} does not run: ${error.message}. ${install}.\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
