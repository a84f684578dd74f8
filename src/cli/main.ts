import { readFileSync } from "node:fs"
import { Command, CommanderError, Help } from "commander"
import { registerAccount } from "./account.ts"
import { registerApply } from "./apply.ts"
import { registerDemo } from "./demo.ts"
import { registerDoctor } from "./doctor.ts"
import { faultOf } from "./command-error.ts"
import { registerKey } from "./key.ts"
import { registerMcp } from "./mcp.ts"
import { registerMigrate } from "./migrate.ts"
import { registerMonitor } from "./monitor.ts"
import { printFault } from "./output.ts"
import { registerPlan } from "./plan.ts"
import { registerProject } from "./project.ts"
import { registerRole } from "./run-role.ts"
import { registerStart } from "./start.ts"

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

for (const register of [
  registerStart,
  registerMigrate,
  registerDoctor,
  registerDemo,
  registerAccount,
  registerProject,
  registerKey,
  registerMonitor,
  registerPlan,
  registerApply,
  registerMcp,
  registerRole,
]) {
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
  const fault = faultOf(error)
  if (fault !== null) printFault(isJson, fault)
  // A group without a subcommand prints its help but has done nothing.
  const exitCode = fault?.exitCode ?? (isAskedForHelp(error) ? 0 : 2)
  // Exit code 2 of `plan` means "there are changes", so no error may use it.
  process.exitCode = process.argv[2] === "plan" ? Math.min(exitCode, 1) : exitCode
}

// The migration engine leaves a timer of ten seconds, which would delay the exit.
process.stdout.write("", () => process.exit())
