import { z } from "zod"
import { documentOf, maxBytes } from "../../graphql/monitoring/config/config-document.ts"
import { entry, writtenEntry } from "../../graphql/monitoring/config/config-entry.ts"
import { id } from "../../graphql/kernel/input.ts"
import { graphql, mutation } from "../graphql.ts"
import { longText, nameText } from "../../graphql/kernel/answer-fields.ts"
import { flag, lower, operation } from "../operation.ts"

const count = z.int().min(0)

const written = z
  .object({ version: z.literal(1), monitors: z.array(writtenEntry.meta({ id: "MonitorConfig" })) })
  .meta({ id: "MonitorConfigDocument" })

const example = {
  name: "Checkout",
  monitor_type: "http" as const,
  description: "The page that earns the money.",
  url: "https://shop.example/checkout",
  host: null,
  port: null,
  dns_record_type: null,
  monitoring_interval: "1m",
  request_timeout_seconds: 10,
  failure_threshold: 2,
  heartbeat_interval_minutes: null,
  heartbeat_grace_minutes: null,
  labels: ["shop"],
}

const { $schema: _, properties = {}, ...entryShape } = z.toJSONSchema(entry, { io: "input" })

/** Imports accept other spellings of these, so the schema does not restrict them to a list. */
const spelledFreely = ["monitor_type", "parent_monitor_type", "dns_record_type", "method"] as const

/** Turns an enum into examples of a string. */
function loosened(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const { enum: examples, anyOf, ...rest } = schema
  if (examples !== undefined) return { ...rest, maxLength: 200, examples }
  return { ...rest, ...(anyOf && { anyOf: anyOf.map((one) => loosened(Object(one))) }) }
}

const freely = Object.fromEntries(
  spelledFreely.map((name) => [name, loosened(Object(properties[name]))]),
)

/** Entries are validated one by one, so that an invalid one does not invalidate the others. */
const anyEntry = z
  .unknown()
  .meta({ ...entryShape, properties: { ...properties, ...freely }, id: "MonitorConfigInput" })

const exportMonitors = operation({
  id: "exportMonitors",
  method: "GET",
  path: "/v1/monitors/export",
  tag: "Monitors",
  summary: "Export monitors",
  description:
    "Exports all monitors of the key's project as one document, sorted by name. Without changes, exports are " +
    "byte-for-byte the same. The document has no ids and no ping URLs. Values of request headers are omitted; " +
    "header_names lists their names. Request bodies are omitted if the key cannot write monitors; body_hidden marks them.",
  scope: "monitors:read",
  document: graphql(`
    query exportMonitors($projectId: ID!) {
      project(id: $projectId) {
        monitorConfig
      }
    }
  `),
  variables: ({ projectId }) => ({ projectId }),
  status: 200,
  answer: {
    schema: written,
    // The GraphQL document is returned unchanged.
    of: ({ project }) => project?.monitorConfig as z.input<typeof written>,
    example: { version: 1, monitors: [example] },
  },
})

const ImportResult = graphql(`
  fragment ImportResult on MonitorImport {
    dryRun
    createdCount
    skippedCount
    invalidCount
    failedCount
    unmatchedLabels
    entries {
      name
      monitorType
      outcome
      reason
      monitorId
    }
  }
`)

const importMonitors = operation({
  id: "importMonitors",
  method: "POST",
  path: "/v1/monitors/import",
  tag: "Monitors",
  summary: "Import monitors",
  description:
    "Creates the monitors of a document. Entries whose name and type match an existing monitor or an earlier entry " +
    "are skipped. If the new monitors would exceed the plan's limit, nothing is created. With dry_run, the response " +
    "is the plan and nothing is written. An invalid entry is reported in its outcome and does not stop the others.",
  scope: "monitors:write",
  query: z.object({ dry_run: flag("true to return the plan without writing anything.") }),
  body: {
    schema: documentOf(anyEntry).meta({ id: "MonitorConfigDocumentInput" }),
    example: {
      version: 1,
      monitors: [{ name: "Checkout", monitor_type: "http", url: "https://shop.example/checkout" }],
    },
    maxBytes,
  },
  document: mutation("importMonitors", "...ImportResult", [ImportResult]),
  problems: ["plan_limit_exceeded"],
  names: { document: "" },
  variables: ({ projectId, query, body }) => ({
    projectId,
    document: body,
    dryRun: query.dry_run === "true",
  }),
  status: 200,
  answer: {
    schema: z
      .object({
        dry_run: z.boolean(),
        created_count: count,
        skipped_count: count,
        invalid_count: count,
        failed_count: count,
        unmatched_labels: z
          .array(nameText)
          .max(50_000)
          .describe(
            "Labels that do not exist in the project; new monitors are created without them.",
          ),
        entries: z
          .array(
            z.object({
              name: nameText.nullable(),
              monitor_type: nameText.nullable(),
              outcome: z.enum(["create", "skip", "invalid", "fail"]),
              reason: longText
                .nullable()
                .describe("Reason for the outcome, or what to complete by hand."),
              monitor_id: id.nullable().describe("The created monitor, or the existing one."),
            }),
          )
          .max(1000),
      })
      .meta({ id: "ImportResult" }),
    of: ({ importMonitors: result }) => ({
      dry_run: result.dryRun,
      created_count: result.createdCount,
      skipped_count: result.skippedCount,
      invalid_count: result.invalidCount,
      failed_count: result.failedCount,
      unmatched_labels: result.unmatchedLabels,
      entries: result.entries.map((one) => ({
        name: one.name,
        monitor_type: one.monitorType,
        outcome: lower(one.outcome),
        reason: one.reason,
        monitor_id: one.monitorId,
      })),
    }),
    example: {
      dry_run: false,
      created_count: 1,
      skipped_count: 0,
      invalid_count: 0,
      failed_count: 0,
      unmatched_labels: [],
      entries: [
        {
          name: "Checkout",
          monitor_type: "http",
          outcome: "create",
          reason: null,
          monitor_id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21",
        },
      ],
    },
  },
})

export const config = [exportMonitors, importMonitors]
