import type { JSONObject } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { Tool } from "./tool.ts"
import { declareIncident } from "./tools/declare-incident.ts"
import { draftPostmortem } from "./tools/draft-postmortem.ts"
import { explain } from "./tools/explain.ts"
import { getIncident } from "./tools/get-incident.ts"
import { getMonitor } from "./tools/get-monitor.ts"
import { getOverview } from "./tools/get-overview.ts"
import { incidentChanges } from "./tools/incident-changes.ts"
import { listChannels } from "./tools/list-channels.ts"
import { listIncidents } from "./tools/list-incidents.ts"
import { listMonitors } from "./tools/list-monitors.ts"
import { endMaintenance, listMaintenances } from "./tools/maintenances.ts"
import { monitorChanges } from "./tools/monitor-changes.ts"
import { monitorStates } from "./tools/monitor-state.ts"
import { overrideOnCall, simulateAlert, whoIsOnCall } from "./tools/on-call.ts"
import { queryMetrics } from "./tools/query-metrics.ts"
import { queryServices } from "./tools/query-services.ts"
import { queryTraces } from "./tools/query-traces.ts"
import { replayMonitor } from "./tools/replay-monitor.ts"
import { searchLogs } from "./tools/search-logs.ts"
import { listStatusPages, statusPageChanges } from "./tools/status-pages.ts"
import { updateMonitor } from "./tools/update-monitor.ts"

/** Every tool; those that read come first. */
export const tools: readonly Tool[] = [
  getOverview,
  listMonitors,
  getMonitor,
  explain,
  listIncidents,
  getIncident,
  listMaintenances,
  listStatusPages,
  listChannels,
  searchLogs,
  queryTraces,
  queryMetrics,
  queryServices,
  whoIsOnCall,
  simulateAlert,
  replayMonitor,
  draftPostmortem,
  declareIncident,
  ...incidentChanges,
  ...monitorChanges,
  updateMonitor,
  ...monitorStates,
  endMaintenance,
  ...statusPageChanges,
  overrideOnCall,
]

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A tool as `tools/list` gives it. */
export const listed = ({ name, title, description, input, output, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, "input"),
  outputSchema: schemaOf(output, "output"),
  annotations,
})

/** Without what says nothing: the list is read by models, who pay for each word. */
function schemaOf(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => lean(jsonSchema, io),
  })
  // A JSON Schema is JSON.
  return { ...(rest as JSONObject), type: "object" as const }
}

function lean(schema: JsonSchema, io: "input" | "output"): void {
  if (io === "output" || JSON.stringify(schema.additionalProperties) === "{}") {
    delete schema.additionalProperties
  }
  if (JSON.stringify(schema.properties) === "{}" && schema.type === "object") {
    delete schema.properties
  }
  // The formats' names say as much as their patterns.
  if (schema.format !== undefined) delete schema.pattern
}
