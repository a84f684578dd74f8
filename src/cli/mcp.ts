import type { Command } from "commander"
import { asCommandLine, exitOnSignals } from "./cli-session.ts"
import { UsageError } from "./command-error.ts"

type Options = { url?: string; project?: string; write: boolean }

const keyVariable = "WATCHKEEPER_KEY"

export function registerMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve MCP over standard input and output, for desktop clients")
    .option("--url <url>", `address of an installation; needs a legacy key in ${keyVariable}`)
    .option("--project <id>", "without --url: project ID (default: the only project)")
    .option("--write", "without --url: offer the tools that change something", false)
    .addHelpText(
      "after",
      "\nWithout --url it serves the installation of this machine, with a running server or without one." +
        "\nSet-up for each client: /docs/mcp of a running server.",
    )
    .action(async ({ url, project, write }: Options) => {
      if (url === undefined) {
        // Loaded only here: the schema is large, and other commands do without.
        const { serveHere } = await import("./mcp-local.ts")
        await asCommandLine((ctx) => serveHere(ctx, project, write))
        return
      }
      const key = process.env[keyVariable]
      if (key === undefined || key === "") {
        throw new UsageError(
          `--url needs a legacy key in the environment variable ${keyVariable}. Create one under Settings, API keys.`,
        )
      }
      if (!URL.canParse(url)) throw new UsageError(`--url must be an address; got "${url}".`)
      exitOnSignals()
      const { bridgeToServer } = await import("./mcp-bridge.ts")
      await bridgeToServer(new URL("/mcp", url), key)
    })
}
