import type { Command } from "commander"
import type { Source } from "../../prisma/generated/client.ts"
import { createSource, type CreatedSource } from "../graphql/incidents/source/create-source.ts"
import { deleteSource } from "../graphql/incidents/source/delete-source.ts"
import { rotateSourceKey } from "../graphql/incidents/source/rotate-source-key.ts"
import { testSource } from "../graphql/incidents/source/test-source.ts"
import { inertLine } from "../platform/shown-text.ts"
import { senderNames } from "../senders/sender-kinds.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { asCommandLine } from "./cli-session.ts"
import { findProject } from "./find-project.ts"
import { paint, print, table } from "./output.ts"
import { readText } from "./read-text.ts"

type Json = { json: boolean }
type CreateOptions = Json & {
  project: string
  kind: string
  name: string
  integrationKey?: string
  policy?: string
}

export function registerSource(program: Command): void {
  const group = addGroup(program, "source", "sources of alerts: senders such as PagerDuty's")

  addCommand(group, "create", "create a source; its key is shown only once")
    .requiredOption("--project <id>", "project ID")
    .requiredOption("--kind <kind>", senderNames.join(", "))
    .requiredOption("--name <name>", "its name")
    .option("--integration-key <key>", "a key that senders used before; - reads it from stdin")
    .option("--policy <id>", "on-call policy that its alerts page by (default: the project's)")
    .action(async ({ project, name, policy, json, ...options }: CreateOptions) => {
      const kind = senderNames.find((one) => one === options.kind)
      if (kind === undefined) {
        throw new UsageError(`--kind must be ${senderNames.join(", ")}; got "${options.kind}".`)
      }
      const { integrationKey: given } = options
      const integrationKey = given === "-" ? (await readText("-")).trim() : given
      const created = await asCommandLine((ctx) =>
        createSource(ctx, {
          projectId: project,
          kind,
          name,
          ...(integrationKey !== undefined && { integrationKey }),
          ...(policy !== undefined && { policyId: policy }),
        }),
      )
      printKey(json, created, "Created a source.")
    })

  addCommand(group, "list", "sources of a project, by name")
    .option("--project <id>", "project ID (default: the only one)")
    .action(async ({ project, json }: Json & { project?: string }) => {
      const sources = await asCommandLine(async (ctx) => {
        const { id: projectId } = await findProject(ctx, project)
        return ctx.database.prisma.source.findMany({
          where: { projectId },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        })
      })
      print(json, sources.map(sourceFields), () =>
        sources.length === 0
          ? "No sources yet."
          : table(
              ["id", "kind", "received", "refused", "name"],
              sources.map(({ id, kind, receivedCount, refusedCount, name }) => [
                id,
                kind,
                String(receivedCount),
                String(refusedCount),
                inertLine(name),
              ]),
            ),
      )
    })

  addCommand(group, "rotate-key", "give a source a new key; the previous one is refused at once")
    .argument("<id>", "source ID")
    .action(async (id: string, { json }: Json) => {
      const rotated = await asCommandLine((ctx) => rotateSourceKey(ctx, id))
      printKey(json, rotated, "Rotated the key.")
    })

  addCommand(group, "delete", "delete a source; its open alerts are resolved")
    .argument("<id>", "source ID")
    .action(async (sourceId: string, { json }: Json) => {
      const id = await asCommandLine((ctx) => deleteSource(ctx, sourceId))
      print(json, { id }, () => `Deleted source ${id}.`)
    })

  addCommand(group, "test", "raise a test alert of a source, which pages like any other")
    .argument("<id>", "source ID")
    .action(async (sourceId: string, { json }: Json) => {
      const { id, number, title } = await asCommandLine((ctx) => testSource(ctx, sourceId))
      print(json, { id, number, title }, () => `Alert #${number}: ${inertLine(title)}`)
    })
}

function printKey(json: boolean, { source, key, url }: CreatedSource, said: string): void {
  print(json, { ...sourceFields(source), key, url }, () =>
    [`${said} The key is shown only once:`, paint("bold", key), `Address: ${url}`].join("\n"),
  )
}

const sourceFields = (source: Source) => ({
  id: source.id,
  project_id: source.projectId,
  name: source.name,
  kind: source.kind,
  key_hint: source.keyHint,
  policy_id: source.policyId,
  is_enabled: source.isEnabled,
  received_count: source.receivedCount,
  last_received_at: source.lastReceivedAt,
  refused_count: source.refusedCount,
  created_at: source.createdAt,
})
