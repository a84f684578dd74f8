import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { UpdateKind } from "../../incidents/incident/incident-enums.graph.ts"
import { IncidentFlap } from "../../incidents/incident/incident-timeline.graph.ts"
import { MonitorStatus } from "../../monitoring/check/check-enums.graph.ts"
import type { Day } from "./page-day.ts"
import type { ShownPage } from "./live-pages.ts"
import { publicStateOf } from "./rules/public-state.ts"
import type { Component, Section } from "./view-components.ts"
import type { IncidentUpdate, PublicIncident } from "./view-incidents.ts"
import type { PublicMaintenance } from "./view-maintenances.ts"
import { watchPublicPage } from "./watch-public.ts"

const Headline = builder.enumType("PublicHeadline", {
  description: "Overall status of a status page.",
  values: valuesOf({
    major_outage: "Everything is down, or there is a critical incident.",
    partial_outage: "Some components are down.",
    degraded: "It works, with problems.",
    maintenance: "Maintenance in progress, no other problems.",
    operational: "No known problems.",
    unknown: "No data.",
  }),
})

const Impact = builder.enumType("PublicImpact", {
  description: "Public severity of an incident.",
  values: valuesOf({
    critical: "The most severe.",
    major: "The second.",
    minor: "All others.",
  }),
})

const DayMark = builder.enumType("PublicDayMark", {
  description: "Worst status of a day.",
  values: valuesOf({
    operational: "No problems.",
    degraded: "It worked, but not as it should.",
    partial_outage: "Down for at most 2% of the day.",
    major_outage: "Down for more than 2% of the day.",
    maintenance: "Under maintenance, otherwise operational.",
    unseen: "No data.",
  }),
})

const PublicDay = builder.objectRef<Day>("PublicDay").implement({
  description: "A day (UTC) of a component.",
  fields: (t) => ({
    date: t.expose("date", { type: "DateTime", description: "Midnight (UTC) of the day." }),
    mark: t.expose("mark", { type: DayMark, description: "Its worst status." }),
    uptimePercent: t.exposeFloat("percent", {
      nullable: true,
      description:
        "Uptime, 0 to 100, of the time with data; null without data or if the page hides it.",
    }),
    coverage: t.exposeFloat("coverage", { description: "Share of the day with data, 0 to 1." }),
    excludedSeconds: t.float({
      description: "Seconds that corrections leave out of these figures.",
      resolve: ({ excludedMs }) => excludedMs / 1000,
    }),
  }),
})

const PublicComponent = builder.objectRef<Component>("PublicComponent").implement({
  description: "Component of a status page: a monitor.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The resource's." }),
    name: t.exposeString("name", { description: "Display name." }),
    description: t.exposeString("description", { description: "May be empty." }),
    status: t.expose("status", { type: MonitorStatus, description: "Current status." }),
    since: t.expose("since", { type: "DateTime", description: "When the status started." }),
    isUnderMaintenance: t.exposeBoolean("isUnderMaintenance", {
      description: "Whether a maintenance is in progress.",
    }),
    uptimePercent: t.exposeFloat("percent", {
      nullable: true,
      description: "Uptime of 90 days; null without data or if the page hides it.",
    }),
    excludedSeconds: t.float({
      description: "Seconds that corrections leave out of the uptime; 0 if it is not corrected.",
      resolve: ({ excludedMs }) => excludedMs / 1000,
    }),
    days: t.expose("days", {
      type: [PublicDay],
      description: "The last 90 days including today, oldest first.",
    }),
  }),
})

const PublicSection = builder.objectRef<Section>("PublicSection").implement({
  description: "Components under one heading.",
  fields: (t) => ({
    name: t.exposeString("name", {
      nullable: true,
      description: "The heading; null for ungrouped components.",
    }),
    components: t.expose("components", {
      type: [PublicComponent],
      description: "In order.",
    }),
  }),
})

const PublicIncidentUpdate = builder.objectRef<IncidentUpdate>("PublicIncidentUpdate").implement({
  description: "A public update of an incident.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: UpdateKind, description: "The kind of update." }),
    body: t.exposeString("body", {
      nullable: true,
      description: "Public text; null if nobody wrote any.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When." }),
    flap: t.expose("flap", {
      type: IncidentFlap,
      nullable: true,
      description: "The outages that it summarizes; null for other updates.",
    }),
  }),
})

export const PublicIncidentRef = builder.objectRef<PublicIncident>("PublicIncident").implement({
  description: "An incident as shown on a status page.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "Short summary of the problem." }),
    stateName: t.string({
      description:
        "What visitors read: investigating, identified, monitoring, resolved, or the name of a state that the project added.",
      resolve: publicStateOf,
    }),
    impact: t.expose("impact", { type: Impact, description: "Its public severity." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it started." }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was resolved; null while it is open.",
    }),
    componentIds: t.exposeIDList("componentIds", { description: "Affected components." }),
    updates: t.expose("updates", { type: [PublicIncidentUpdate], description: "Newest first." }),
    postmortem: t.exposeString("postmortem", {
      nullable: true,
      description: "Null until it is published.",
    }),
  }),
})

const PublicMaintenanceRef = builder.objectRef<PublicMaintenance>("PublicMaintenance").implement({
  description: "Maintenance as a status page shows it.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "Summary of the work." }),
    description: t.exposeString("description", { description: "What to expect." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it starts." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it ends." }),
    componentIds: t.exposeIDList("componentIds", { description: "Affected components." }),
  }),
})

const PublicStatusPage = builder.objectRef<ShownPage>("PublicStatusPage").implement({
  description: "A public status page.",
  fields: (t) => ({
    slug: t.exposeString("slug", { description: "Its published address." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", {
      nullable: true,
      description: "Description of the page.",
    }),
    version: t.exposeString("version", {
      description: "Changes with the content of the page; opaque.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When this state was read." }),
    headline: t.expose("headline", { type: Headline, description: "Overall status." }),
    sections: t.expose("sections", {
      type: [PublicSection],
      description: "Its sections in order; ungrouped components come last.",
    }),
    openIncidents: t.expose("openIncidents", {
      type: [PublicIncidentRef],
      description: "Open incidents, newest first.",
    }),
    pastIncidents: t.expose("pastIncidents", {
      type: [PublicIncidentRef],
      description: "The latest resolved incidents of 90 days, newest first.",
    }),
    ongoingMaintenances: t.field({
      type: [PublicMaintenanceRef],
      description: "Maintenances in progress.",
      resolve: ({ maintenances }) => maintenances.ongoing,
    }),
    plannedMaintenances: t.field({
      type: [PublicMaintenanceRef],
      description: "Upcoming maintenances, earliest first.",
      resolve: ({ maintenances }) => maintenances.ahead,
    }),
  }),
})

builder.subscriptionField("publicStatusPageChanged", (t) =>
  t.field({
    type: PublicStatusPage,
    description:
      "Sends a public status page, then the whole page again after each change; ends when the page is no longer public. Needs no sign-in.",
    args: { slug: t.arg.string({ required: true, description: "Its published address." }) },
    subscribe: (_root, { slug }, ctx) => watchPublicPage(ctx, slug),
    resolve: (page) => page,
  }),
)
