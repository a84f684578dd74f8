import { readFileSync } from "node:fs"
import { Command, CommanderError, Help } from "commander"
import { registerAccount } from "./account.ts"
import { registerApply } from "./apply.ts"
import { registerDemo } from "./demo.ts"
import { registerDoctor } from "./doctor.ts"
import { faultOf } from "./fault.ts"
import { registerKey } from "./key.ts"
import { registerMigrate } from "./migrate.ts"
import { registerMonitor } from "./monitor.ts"
import { printFault } from "./output.ts"
import { registerPlan } from "./plan.ts"
import { registerProject } from "./project.ts"
import { registerRole } from "./role.ts"
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
    // That a switch is off where nobody throws it goes without saying.
    optionDescription: (option) =>
      option.defaultValue === false ? option.description : help.optionDescription(option),
  })
  .addHelpText(
    "after",
    "\nSettings come from the environment; the README lists them." +
      "\nExit code: 0 where it was done, 1 where input or work was at fault, 2 where command or setting was.",
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
  registerRole,
]) {
  register(program)
}

// Whoever started us through a channel (the launcher, the supervisor) is gone: nobody waits for us any more.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()

// Whoever reads us may have read enough, as `head` does: the work goes on to its end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

const isAskedForHelp = (error: unknown) => error instanceof CommanderError && error.exitCode === 0

try {
  await (process.argv.length > 2 ? program.parseAsync() : Promise.resolve(program.outputHelp()))
} catch (error) {
  const fault = faultOf(error)
  if (fault !== null) printFault(isJson, fault)
  // A noun without a verb has been answered with its help, and yet nothing was done.
  const exitCode = fault?.exitCode ?? (isAskedForHelp(error) ? 0 : 2)
  // Whoever scripts a plan reads 2 as "there are changes", so no fault may end it so.
  process.exitCode = process.argv[2] === "plan" ? Math.min(exitCode, 1) : exitCode
}

// The migration engine leaves a timer of ten seconds behind, which nobody wants to wait for.
process.stdout.write("", () => process.exit())
