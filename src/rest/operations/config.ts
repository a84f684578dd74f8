import { z } from "zod"
import { documentOf, maxBytes } from "../../graphql/config/document.ts"
import { entry, writtenEntry } from "../../graphql/config/entry.ts"
import { id } from "../../graphql/input.ts"
import { graphql } from "../graphql.ts"
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

const { $schema: _, ...entryShape } = z.toJSONSchema(entry, { io: "input" })
/** Each entry is judged by itself, so that the fault of one is not the fault of all. */
const anyEntry = z.unknown().meta({ ...entryShape, id: "MonitorConfigInput" })

const exportMonitors = operation({
  id: "exportMonitors",
  method: "GET",
  path: "/v1/monitors/export",
  tag: "Monitors",
  summary: "Export the monitors",
  description:
    "Every live monitor of the key's project as a portable document, by name: the same bytes from one export to " +
    "the next. It holds no ids and no heartbeat URLs. Values of request headers are left out, with the names in " +
    "header_names; so are bodies of requests where the key may not write monitors, with body_hidden.",
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
    // Whatever the domain wrote goes out as it is.
    of: ({ project }) => project?.monitorConfig as z.input<typeof written>,
    example: { version: 1, monitors: [example] },
  },
})

const importMonitors = operation({
  id: "importMonitors",
  method: "POST",
  path: "/v1/monitors/import",
  tag: "Monitors",
  summary: "Import monitors",
  description:
    "Makes each monitor of a document as the dashboard would. An entry whose name and type a live monitor or an " +
    "earlier entry has is skipped. Where the new ones would pass the plan's limit, nothing is made. With dry_run " +
    "nothing is written, and the answer is the plan. Faults of an entry are told in its outcome and do not stop " +
    "the others.",
  scope: "monitors:write",
  query: z.object({ dry_run: flag("true to answer the plan and write nothing.") }),
  body: {
    schema: documentOf(anyEntry).meta({ id: "MonitorConfigDocumentInput" }),
    example: {
      version: 1,
      monitors: [{ name: "Checkout", monitor_type: "http", url: "https://shop.example/checkout" }],
    },
    maxBytes,
  },
  document: graphql(`
    mutation importMonitors($projectId: ID!, $document: MonitorConfigDocument!, $dryRun: Boolean!) {
      importMonitors(projectId: $projectId, document: $document, dryRun: $dryRun) {
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
    }
  `),
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
          .array(z.string())
          .describe("Labels that the project does not have, so that new monitors do without them."),
        entries: z.array(
          z.object({
            name: z.string().nullable(),
            monitor_type: z.string().nullable(),
            outcome: z.enum(["create", "skip", "invalid", "fail"]),
            reason: z.string().nullable().describe("Why, or what is left to do by hand."),
            monitor_id: id
              .nullable()
              .describe("The monitor that was made, or that was there before."),
          }),
        ),
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
