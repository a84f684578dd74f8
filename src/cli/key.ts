import type { Command } from "commander"
import { createKey } from "../graphql/workspace/key/create-key.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { paint, print } from "./output.ts"
import { asCommandLine } from "./cli-session.ts"

type Options = {
  project: string
  class: string
  scopes?: string
  labels?: string
  origins?: string
  requestsPerMinute?: string
  name?: string
  json: boolean
}

const classes = ["public", "legacy", "ingestion"] as const
const uses = {
  public: "for the REST API and GraphQL",
  legacy: "for MCP and GET /api/metrics",
  ingestion: "for sending telemetry",
}

export function registerKey(program: Command): void {
  const group = addGroup(program, "key", "API keys of a project")

  addCommand(group, "create", "create a key; it is shown only once")
    .requiredOption("--project <id>", "project ID")
    .requiredOption("--class <class>", "public, legacy, or ingestion")
    .option(
      "--scopes <list>",
      "for a public key: all, or a list such as monitors:read,incidents:read; for a legacy key: mcp:write",
    )
    .option("--labels <ids>", "limit it to monitors with one of these labels, by id")
    .option(
      "--origins <list>",
      "makes an ingestion key one for browsers: origins such as https://shop.example",
    )
    .option("--requests-per-minute <number>", "limit of a key for browsers; 6000 by default")
    .option("--name <name>", "its name")
    .action(async ({ project, name, json, ...options }: Options) => {
      const keyClass = classes.find((one) => one === options.class)
      if (keyClass === undefined) {
        throw new UsageError(
          `--class must be public, legacy, or ingestion; got "${options.class}".`,
        )
      }
      const { key, token } = await asCommandLine((ctx) =>
        createKey(ctx, {
          projectId: project,
          class: keyClass,
          name: name ?? `${keyClass} key from the command line`,
          // The verb lists the known scopes if one is wrong.
          scopes: readList(options.scopes),
          labelIds: readList(options.labels),
          allowedOrigins: readList(options.origins),
          ...(options.requestsPerMinute !== undefined && {
            requestsPerMinute: Number(options.requestsPerMinute),
          }),
        }),
      )
      const fields = {
        id: key.id,
        project_id: key.projectId,
        name: key.name,
        class: key.class,
        scopes: key.scopes,
        label_ids: key.labelIds,
        allowed_origins: key.allowedOrigins,
        requests_per_minute: key.requestsPerMinute,
        hint: key.hint,
        expires_at: key.expiresAt,
        created_at: key.createdAt,
        key: token,
      }
      print(json, fields, () =>
        [
          `Created a ${key.class} key, ${uses[key.class]}. It is shown only once:`,
          paint("bold", token),
          ...(key.scopes.length > 0 ? [`Scopes: ${key.scopes.join(", ")}`] : []),
          ...(key.allowedOrigins.length > 0
            ? [
                `For pages of ${key.allowedOrigins.join(", ")}, which make it public: at most ${key.requestsPerMinute} requests per minute`,
              ]
            : []),
          ...(key.labelIds.length > 0 ? [`Labels: ${key.labelIds.join(", ")}`] : []),
        ].join("\n"),
      )
    })
}

const readList = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
