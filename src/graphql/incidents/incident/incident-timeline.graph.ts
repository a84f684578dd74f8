import type { IncidentUpdate } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { UpdateKind } from "./incident-enums.graph.ts"
import { foldTimeline, type Flap } from "./rules/fold-timeline.ts"
import { entryTextOf } from "./rules/incident-texts.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

export const IncidentFlap = builder.objectRef<Flap>("IncidentFlap").implement({
  description: "Outages that followed one another within the monitor's flap window.",
  fields: (t) => ({
    outages: t.exposeInt("outages", { description: "Number of outages, including the first." }),
    from: t.expose("from", { type: "DateTime", description: "When the first one began." }),
    until: t.expose("until", {
      type: "DateTime",
      description: "When the target last went down or recovered.",
    }),
  }),
})

type Line = Omit<IncidentUpdate, "outages" | "until"> & { flap: Flap | null }

const TimelineEntry = builder.objectRef<Line>("IncidentTimelineEntry").implement({
  description: "An entry of an incident's timeline; a flap is one entry, as on status pages.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The id of the update." }),
    kind: t.expose("kind", {
      type: UpdateKind,
      description: "The kind of entry; for a flap, RESOLVED if the target has recovered.",
    }),
    body: t.string({
      description: "Its text: in English, or as a person wrote it; may be empty.",
      resolve: (entry) => entryTextOf(entry).text,
    }),
    findings: t.field({
      type: [Finding],
      description: "Its text as data; empty if a person wrote it.",
      resolve: (entry) => [...entryTextOf(entry).findings],
    }),
    actorName: t.exposeString("actorName", { description: "Who did it." }),
    isAutomatic: t.boolean({
      description: "Whether Watchkeeper did it on its own.",
      resolve: ({ actorKind }) => actorKind === "system",
    }),
    isPublic: t.exposeBoolean("isPublic", {
      description: "Whether status pages that show the incident show this entry.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it happened, or a flap began." }),
    flap: t.expose("flap", {
      type: IncidentFlap,
      nullable: true,
      description: "The outages that it summarizes; null for other entries.",
    }),
  }),
})

const mostUpdates = 300

builder.prismaObjectField("Incident", "timeline", (t) =>
  t.field({
    type: [TimelineEntry],
    description: "The timeline with every flap as one entry, newest first; the latest 300 updates.",
    authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "incidents:read"),
    resolve: async (incident, _args, { database }) => {
      const updates = await database.prisma.incidentUpdate.findMany({
        where: { incidentId: incident.id },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: mostUpdates,
      })
      return foldTimeline(updates, incident)
    },
  }),
)
