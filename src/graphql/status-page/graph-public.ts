import { builder } from "../builder.ts"
import { UpdateKind } from "../incident/graph-enum.ts"
import { MonitorStatus } from "../monitor/graph-enum.ts"
import type { Day } from "./day.ts"
import type { ShownPage } from "./live-pages.ts"
import type { Component, Section } from "./view-components.ts"
import type { IncidentUpdate, PublicIncident } from "./view-incidents.ts"
import type { PublicMaintenance } from "./view-maintenances.ts"
import { watchPublicPage } from "./watch-public.ts"

const Headline = builder.enumType("PublicHeadline", {
  description: "What a status page says first.",
  values: {
    MAJOR_OUTAGE: { value: "major_outage", description: "Nothing works, or a critical incident." },
    PARTIAL_OUTAGE: { value: "partial_outage", description: "Some of it is down." },
    DEGRADED: { value: "degraded", description: "It works, but not as it should." },
    MAINTENANCE: { value: "maintenance", description: "A maintenance runs; else all is well." },
    OPERATIONAL: { value: "operational", description: "All is well, as far as we see." },
    UNKNOWN: { value: "unknown", description: "Nothing of it was seen." },
  } as const,
})

const Impact = builder.enumType("PublicImpact", {
  description: "How grave an incident is to the public.",
  values: {
    CRITICAL: { value: "critical", description: "The gravest of severities." },
    MAJOR: { value: "major", description: "The second." },
    MINOR: { value: "minor", description: "All others." },
  } as const,
})

const DayMark = builder.enumType("PublicDayMark", {
  description: "What a day was at its worst.",
  values: {
    OPERATIONAL: { value: "operational", description: "Nothing was the matter." },
    DEGRADED: { value: "degraded", description: "It worked, but not as it should." },
    PARTIAL_OUTAGE: { value: "partial_outage", description: "Down for 2 % of it at most." },
    MAJOR_OUTAGE: { value: "major_outage", description: "Down for longer." },
    MAINTENANCE: { value: "maintenance", description: "Under maintenance, else well." },
    UNSEEN: { value: "unseen", description: "Nobody looked." },
  } as const,
})

const PublicDay = builder.objectRef<Day>("PublicDay").implement({
  description: "A day (UTC) of a component.",
  fields: (t) => ({
    date: t.expose("date", { type: "DateTime", description: "Its midnight." }),
    mark: t.expose("mark", { type: DayMark, description: "What it was at its worst." }),
    uptimePercent: t.exposeFloat("percent", {
      nullable: true,
      description: "0 to 100, of what was seen; null where nothing was, or the page does not tell.",
    }),
    coverage: t.exposeFloat("coverage", { description: "Which share of it was seen, 0 to 1." }),
  }),
})

const PublicComponent = builder.objectRef<Component>("PublicComponent").implement({
  description: "A monitor as a status page shows it.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The resource's." }),
    name: t.exposeString("name", { description: "What the page calls it." }),
    description: t.exposeString("description", { description: "May be empty." }),
    status: t.expose("status", { type: MonitorStatus, description: "How it is." }),
    since: t.expose("since", { type: "DateTime", description: "Since when it is so." }),
    isUnderMaintenance: t.exposeBoolean("isUnderMaintenance", {
      description: "Whether a maintenance of it runs.",
    }),
    uptimePercent: t.exposeFloat("percent", {
      nullable: true,
      description: "Of 90 days; null where nothing was seen, or the page does not tell.",
    }),
    days: t.expose("days", { type: [PublicDay], description: "90, oldest first, with today." }),
  }),
})

const PublicSection = builder.objectRef<Section>("PublicSection").implement({
  description: "Components under one heading.",
  fields: (t) => ({
    name: t.exposeString("name", {
      nullable: true,
      description: "The heading; null for what stands below all groups.",
    }),
    components: t.expose("components", {
      type: [PublicComponent],
      description: "In order.",
    }),
  }),
})

const PublicIncidentUpdate = builder.objectRef<IncidentUpdate>("PublicIncidentUpdate").implement({
  description: "What was told of an incident.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: UpdateKind, description: "What it tells." }),
    body: t.exposeString("body", {
      nullable: true,
      description: "What a person wrote for the public; null where the kind says it all.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When." }),
  }),
})

const PublicIncidentRef = builder.objectRef<PublicIncident>("PublicIncident").implement({
  description: "An incident as a status page tells it.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "What is the matter, in a few words." }),
    stateName: t.string({
      description: "Where the work on it stands, as the team calls it.",
      resolve: ({ state }) => state.name,
    }),
    impact: t.expose("impact", { type: Impact, description: "How grave it is." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it began." }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was over; null while it is not.",
    }),
    componentIds: t.exposeIDList("componentIds", { description: "What it is about." }),
    updates: t.expose("updates", { type: [PublicIncidentUpdate], description: "Newest first." }),
    postmortem: t.exposeString("postmortem", {
      nullable: true,
      description: "Null until it is published.",
    }),
  }),
})

const PublicMaintenanceRef = builder.objectRef<PublicMaintenance>("PublicMaintenance").implement({
  description: "A maintenance as a status page tells it.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "What is done." }),
    description: t.exposeString("description", { description: "What to expect." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it begins." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it is over." }),
    componentIds: t.exposeIDList("componentIds", { description: "What it is about." }),
  }),
})

const PublicStatusPage = builder.objectRef<ShownPage>("PublicStatusPage").implement({
  description: "A public status page as everybody may see it.",
  fields: (t) => ({
    slug: t.exposeString("slug", { description: "Its published address." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { nullable: true, description: "What it is of." }),
    version: t.exposeString("version", {
      description: "Another one where the page shows anything else; opaque.",
    }),
    at: t.expose("at", { type: "DateTime", description: "The moment that it was read." }),
    headline: t.expose("headline", { type: Headline, description: "What it says first." }),
    sections: t.expose("sections", {
      type: [PublicSection],
      description: "What it shows, in order; what stands below all groups comes last.",
    }),
    openIncidents: t.expose("openIncidents", {
      type: [PublicIncidentRef],
      description: "Those that are not over, newest first.",
    }),
    pastIncidents: t.expose("pastIncidents", {
      type: [PublicIncidentRef],
      description: "The latest of 90 days that are over, newest first.",
    }),
    ongoingMaintenances: t.field({
      type: [PublicMaintenanceRef],
      description: "Those that run.",
      resolve: ({ maintenances }) => maintenances.ongoing,
    }),
    plannedMaintenances: t.field({
      type: [PublicMaintenanceRef],
      description: "Those ahead, earliest first.",
      resolve: ({ maintenances }) => maintenances.ahead,
    }),
  }),
})

builder.subscriptionField("publicStatusPageChanged", (t) =>
  t.field({
    type: PublicStatusPage,
    description:
      "Opens with a public status page, then brings it again, whole, whenever it shows something else; it ends when the page is public no more. Open to everybody.",
    args: { slug: t.arg.string({ required: true, description: "Its published address." }) },
    subscribe: (_root, { slug }, ctx) => watchPublicPage(ctx, slug),
    resolve: (page) => page,
  }),
)
