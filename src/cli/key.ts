import type { Command } from "commander"
import { createKey } from "../graphql/key/create.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./fault.ts"
import { paint, print } from "./output.ts"
import { asCommandLine } from "./session.ts"

type Options = { project: string; class: string; scopes?: string; name?: string; json: boolean }

const classes = ["public", "legacy", "ingestion"] as const
const uses = {
  public: "for the REST API and GraphQL",
  legacy: "for GET /api/metrics",
  ingestion: "for sending telemetry",
}

export function registerKey(program: Command): void {
  const group = addGroup(program, "key", "API keys of a project")

  addCommand(group, "create", "make a key; it is shown this once")
    .requiredOption("--project <id>", "the project it opens")
    .requiredOption("--class <class>", "public, legacy or ingestion")
    .option("--scopes <list>", "of a public key: all, or some such as monitors:read,incidents:read")
    .option("--name <name>", "what it is called")
    .action(async ({ project, name, json, ...options }: Options) => {
      const keyClass = classes.find((one) => one === options.class)
      if (keyClass === undefined) {
        throw new UsageError(`--class must be public, legacy or ingestion; got "${options.class}".`)
      }
      const { key, token } = await asCommandLine((ctx) =>
        createKey(ctx, {
          projectId: project,
          class: keyClass,
          name: name ?? `${keyClass} key from the command line`,
          // The verb names the scopes it knows when one is wrong.
          scopes: readScopes(options.scopes) as ["all"],
        }),
      )
      const fields = {
        id: key.id,
        project_id: key.projectId,
        name: key.name,
        class: key.class,
        scopes: key.scopes,
        hint: key.hint,
        expires_at: key.expiresAt,
        created_at: key.createdAt,
        key: token,
      }
      print(json, fields, () =>
        [
          `Made a ${key.class} key, ${uses[key.class]}. It is shown this once:`,
          paint("bold", token),
          ...(key.scopes.length > 0 ? [`Scopes: ${key.scopes.join(", ")}`] : []),
        ].join("\n"),
      )
    })
}

const readScopes = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((scope) => scope.trim())
    .filter((scope) => scope !== "")
