import type { IncidentTelemetry } from "../../../prisma/generated/client.ts"
import {
  readSnapshot,
  type Change,
  type Snapshot,
  type TracedCheck,
} from "../../telemetry/query/snapshot/snapshot.ts"
import { builder } from "../kernel/builder.ts"
import type { Context } from "../kernel/context.ts"
import { incidentTelemetryUrl } from "../workspace/project/rules/incident-url.ts"
import { incidentsWithTelemetry } from "../workspace/usage/incidents-with-telemetry.ts"
import { LogRecordType } from "./log-record.graph.ts"
import { ComparedSpanType } from "./span.graph.ts"

const TracedCheckType = builder.objectRef<TracedCheck>("TracedCheck").implement({
  description: "A check whose trace the target kept.",
  fields: (t) => ({
    traceId: t.exposeString("traceId", { description: "32 hexadecimal digits." }),
    at: t.field({
      type: "DateTime",
      description: "When the check started.",
      resolve: ({ at }) => new Date(at),
    }),
  }),
})

const ChangeKind = builder.enumType("TelemetryChangeKind", {
  description: "What changed in a service.",
  values: {
    VERSION: { value: "version", description: "A service.version that was not seen before." },
    PATTERN: { value: "pattern", description: "A kind of log message that was not seen before." },
    ERROR: { value: "error", description: "A span that failed for the first time." },
  } satisfies Record<string, { value: Change["kind"]; description: string }>,
})

const ChangeType = builder.objectRef<Change>("TelemetryChange").implement({
  description: "Something that was new in the half hour before a check failed.",
  fields: (t) => ({
    kind: t.expose("kind", { type: ChangeKind, description: "What changed." }),
    at: t.field({
      type: "DateTime",
      description: "When it was first seen.",
      resolve: ({ at }) => new Date(at),
    }),
    service: t.exposeString("service", { description: "The service." }),
    text: t.exposeString("text", {
      description: "The new version, the first message of its kind, or the name of the span.",
    }),
    detail: t.exposeString("detail", {
      nullable: true,
      description: "The version before, or the message of the error.",
    }),
    records: t.exposeInt("records", { description: "Number of its log records or spans." }),
    traceId: t.exposeString("traceId", {
      nullable: true,
      description: "Trace of the first one; null if it has none.",
    }),
  }),
})

type Shown = Pick<IncidentTelemetry, "takenAt" | "summary">
type Stored = Shown & { isPending: boolean; read: Snapshot | null; url: string }

const IncidentTelemetryType = builder.objectRef<Stored>("IncidentTelemetry").implement({
  description:
    "What the target's own telemetry showed when an incident began. It is kept as long as the incident.",
  fields: (t) => ({
    isPending: t.exposeBoolean("isPending", {
      description: "True while spans of the failed check may still arrive, for some minutes.",
    }),
    takenAt: t.expose("takenAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was stored; null if nothing was found so far.",
    }),
    summary: t.exposeString("summary", {
      nullable: true,
      description: "The cause in a sentence, as far as spans show one.",
    }),
    url: t.exposeString("url", { description: "Where the dashboard shows it." }),
    failed: t.field({
      type: TracedCheckType,
      nullable: true,
      description: "The failed check; null if the target sent nothing about it.",
      resolve: ({ read }) => read?.failed ?? null,
    }),
    good: t.field({
      type: TracedCheckType,
      nullable: true,
      description: "The last good check before; null if none is known.",
      resolve: ({ read }) => read?.good ?? null,
    }),
    spans: t.field({
      type: [ComparedSpanType],
      description: "Both traces laid over each other: first is the good check, at most 301 spans.",
      resolve: ({ read }) => read?.spans ?? [],
    }),
    logs: t.field({
      type: [LogRecordType],
      description: "Log records of the failed check, oldest first, at most 100.",
      resolve: ({ read }) => read?.logs ?? [],
    }),
    changes: t.field({
      type: [ChangeType],
      description: "What was new in the half hour before, oldest first, at most 15.",
      resolve: ({ read }) => read?.changes ?? [],
    }),
    isCut: t.boolean({
      description: "True if spans or logs were left out because there were too many.",
      resolve: ({ read }) => read?.isCut ?? false,
    }),
  }),
})

builder.prismaObjectField("Incident", "telemetry", (t) =>
  t.field({
    type: IncidentTelemetryType,
    nullable: true,
    authScopes: async ({ id, projectId }, _args, { access }) => ({
      may:
        (await access.limit(projectId)) === null
          ? { projectId, permission: "telemetry:read", noun: "incident" }
          : {
              projectId,
              permission: "incidents:read",
              noun: "incident",
              about: { type: "incident", id },
            },
    }),
    description:
      "What the target's own telemetry showed; null if the project sends none, if the monitor is not of kind http, or if your access is limited to labels. Needs telemetry:read.",
    async resolve(incident, _args, { access, database, env }) {
      if ((await access.limit(incident.projectId)) !== null) return null
      const row = await database.prisma.incidentTelemetry.findUnique({
        where: { incidentId: incident.id },
      })
      const url = incidentTelemetryUrl(env.BASE_URL, incident)
      if (row !== null) {
        return { ...row, isPending: row.dueAt !== null, read: readSnapshot(row.snapshot), url }
      }
      // People may open an incident before the job has planned to read its telemetry.
      const isPending = await isOrWillBeRead(database, incident)
      return isPending ? { isPending, takenAt: null, summary: null, read: null, url } : null
    },
  }),
)

/** Also true if that was planned meanwhile. */
async function isOrWillBeRead(
  { pool }: Context["database"],
  { id, projectId }: { id: string; projectId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select ${incidentsWithTelemetry} where i.id = $1 and sender.project_id = $2`,
    [id, projectId],
  )
  return rowCount === 1
}
