import { readFileSync } from "node:fs"
import { Command, CommanderError, Help } from "commander"

const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { version: string }

const isJson = process.argv.includes("--json")

const help = new Help()

const program = new Command("watchkeeper")
  .description("Uptime and incident monitoring.")
  .version(version)
  .showHelpAfterError(false)
  .exitOverride()
  .configureOutput({ outputError: () => undefined })
  .configureHelp({
    // Omits "default: false" of switches.
    optionDescription: (option) =>
      option.defaultValue === false ? option.description : help.optionDescription(option),
  })
  .addHelpText(
    "after",
    "\nSettings are environment variables; docs/settings.md lists them." +
      "\nExit code: 0 on success, 1 if the input is invalid or the work failed, 2 if the command or a setting is invalid.",
  )

type Register = (program: Command) => void

/** In the order of the help. Loaded when called: some of them load the whole schema, which takes a second. */
const commands: Record<string, () => Promise<Register>> = {
  start: async () => (await import("./start.ts")).registerStart,
  migrate: async () => (await import("./migrate.ts")).registerMigrate,
  backup: async () => (await import("./backup.ts")).registerBackup,
  restore: async () => (await import("./restore.ts")).registerRestore,
  "secret-key": async () => (await import("./secret-key.ts")).registerSecretKey,
  upgrade: async () => (await import("./upgrade.ts")).registerUpgrade,
  doctor: async () => (await import("./doctor.ts")).registerDoctor,
  demo: async () => (await import("./demo.ts")).registerDemo,
  account: async () => (await import("./account.ts")).registerAccount,
  project: async () => (await import("./project.ts")).registerProject,
  key: async () => (await import("./key.ts")).registerKey,
  source: async () => (await import("./source.ts")).registerSource,
  audit: async () => (await import("./audit.ts")).registerAudit,
  monitor: async () => (await import("./monitor.ts")).registerMonitor,
  plan: async () => (await import("./plan.ts")).registerPlan,
  apply: async () => (await import("./apply.ts")).registerApply,
  mcp: async () => (await import("./mcp.ts")).registerMcp,
  role: async () => (await import("./run-role.ts")).registerRole,
}

const [, , first = ""] = process.argv
const called = Object.hasOwn(commands, first) ? commands[first] : undefined
const isVersion = first === "--version" || first === "-V"
for (const load of called ? [called] : isVersion ? [] : Object.values(commands)) {
  const register = await load()
  register(program)
}

// The process that started us through a channel (launcher or supervisor) is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()

// The reader may close the pipe early, as `head` does; the work continues.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

const isAskedForHelp = (error: unknown) => error instanceof CommanderError && error.exitCode === 0

try {
  await (process.argv.length > 2 ? program.parseAsync() : Promise.resolve(program.outputHelp()))
} catch (error) {
  if (!isAskedForHelp(error)) process.exitCode = await reportFailure(error)
}

/** Prints an error, and returns the exit code. */
async function reportFailure(error: unknown): Promise<number> {
  const { faultOf } = await import("./command-error.ts")
  const { printFault } = await import("./output.ts")
  const fault = faultOf(error)
  if (fault !== null) printFault(isJson, fault)
  // A group without a subcommand prints its help but has done nothing.
  const exitCode = fault?.exitCode ?? 2
  // Exit code 2 of `plan` means "there are changes", so no error may use it.
  return first === "plan" ? Math.min(exitCode, 1) : exitCode
}

// A timer of a library would delay the exit.
process.stdout.write("", () => process.exit())
