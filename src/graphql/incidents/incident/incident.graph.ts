import { readOne } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { includeNodes, relationPage, withTotal } from "../../kernel/connection.graph.ts"
import { parse } from "../../kernel/input.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { byNumber, byTime, keysetOf, type Keyset } from "../../kernel/prisma-keyset.ts"
import { incidentFilter, whereOpen } from "../list/list-filter.ts"
import { countList, listOf, readList, type List } from "../list/read-list.ts"
import { findIncident } from "./find-incident.ts"
import { UpdateKind } from "./incident-enums.graph.ts"
import { descriptionOf, entryTextOf } from "./rules/incident-texts.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const Incident = builder.prismaObject("Incident", {
  interfaces: [Node],
  description: "An outage or other problem that the team works on and status pages can show.",
  authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "incidents:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    number: t.exposeInt("number", {
      description: "Sequential within the project, from 1, without gaps.",
    }),
    title: t.exposeString("title", { description: "Short summary of the problem." }),
    titleFinding: t.field({
      type: Finding,
      nullable: true,
      description:
        "The title as data; null if a person wrote it, and in incidents of older versions.",
      resolve: ({ isTitleChosen, titleFinding, title }) =>
        isTitleChosen || titleFinding === null ? null : readOne(titleFinding, title),
    }),
    description: t.string({
      description: "What is known: in English, or as a person wrote it.",
      resolve: (incident) => descriptionOf(incident).text,
    }),
    findings: t.field({
      type: [Finding],
      description: "What is known, as data; empty if a person wrote the description.",
      resolve: (incident) => [...descriptionOf(incident).findings],
    }),
    state: t.relation("state", { description: "Its workflow state." }),
    severity: t.relation("severity", { description: "Its severity." }),
    monitor: t.relation("monitor", {
      nullable: true,
      description: "The monitor that failed; null if it was declared manually without a monitor.",
    }),
    isFlapping: t.exposeBoolean("isFlapping", {
      description: "True once it has recurred within ten minutes of its recovery.",
    }),
    isManual: t.exposeBoolean("isManual", {
      description: "True once a person has set the state; recovery no longer changes it.",
    }),
    isDeclaredManually: t.exposeBoolean("isDeclaredManually", {
      description: "Whether a person declared it, not a check.",
    }),
    startedAt: t.expose("startedAt", {
      type: "DateTime",
      description: "Time of the first failed check, or when it was declared manually.",
    }),
    acknowledgedAt: t.expose("acknowledgedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When it, or the last of its open alerts, was acknowledged; null while one of them is triggered.",
    }),
    acknowledgedBy: t.exposeString("acknowledgedBy", {
      nullable: true,
      description: "Name of the person who acknowledged it, or the last of its open alerts.",
    }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was resolved; null while it is open.",
    }),
    postmortemNote: t.exposeString("postmortemNote", {
      description: "The post-mortem: what happened and why; empty until it is written.",
    }),
    postmortemPublished: t.exposeBoolean("postmortemPublished", {
      description: "Whether status pages show the post-mortem.",
    }),
    postmortemNotify: t.exposeBoolean("postmortemNotify", {
      description: "Whether subscribers are notified when the post-mortem is published.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was declared." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObject("IncidentUpdate", {
  description: "An entry of an incident's timeline.",
  include: { incident: { select: { projectId: true } } },
  authScopes: ({ incidentId, incident: { projectId } }) =>
    mayOfRow("incident", incidentId, projectId, "incidents:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: UpdateKind, description: "The kind of entry." }),
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
    isPublic: t.exposeBoolean("isPublic", {
      description: "Whether status pages that show the incident show this entry.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
    outages: t.exposeInt("outages", {
      nullable: true,
      description:
        "For a flap, the number of outages it summarizes, including the first; otherwise null.",
    }),
    until: t.expose("until", {
      type: "DateTime",
      nullable: true,
      description: "For a flap, when the target last went down or recovered; otherwise null.",
    }),
  }),
})

builder.prismaObjectFields("Incident", (t) => ({
  updates: relationPage(t, "updates", {
    order: keysetOf("incident-updates", { at: byTime }, { isDescending: true }),
    description: "The timeline, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "incidents:read"),
  }),
  alerts: relationPage(t, "alerts", {
    order: keysetOf("incident-alerts", { createdAt: byTime }, { isDescending: true }),
    description: "Its alerts, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "alerts:read"),
  }),
}))

const IncidentSort = builder.enumType("IncidentSort", {
  description: "The order of a list of incidents.",
  values: {
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    NUMBER_ASC: { description: "Lowest number first." },
    NUMBER_DESC: { description: "Highest number first." },
    STARTED_AT_ASC: { description: "Earliest start first." },
    STARTED_AT_DESC: { description: "Latest start first." },
  } as const,
})

const orders = {
  CREATED_AT_ASC: keysetOf("CREATED_AT_ASC", { createdAt: byTime }),
  CREATED_AT_DESC: keysetOf("CREATED_AT_DESC", { createdAt: byTime }, { isDescending: true }),
  NUMBER_ASC: keysetOf("NUMBER_ASC", { number: byNumber }),
  NUMBER_DESC: keysetOf("NUMBER_DESC", { number: byNumber }, { isDescending: true }),
  STARTED_AT_ASC: keysetOf("STARTED_AT_ASC", { startedAt: byTime }),
  STARTED_AT_DESC: keysetOf("STARTED_AT_DESC", { startedAt: byTime }, { isDescending: true }),
}

builder.prismaObjectField("Project", "incidents", (t) =>
  t.connection(
    {
      type: Incident,
      description: "Incidents, newest first by default.",
      args: {
        ids: t.arg.idList({ description: "Only these incidents, at most 1,000." }),
        activeOnly: t.arg.boolean({ description: "True excludes resolved incidents." }),
        isOpen: t.arg.boolean({ description: "Only open ones, or only resolved ones." }),
        states: t.arg.stringList({ description: "Only incidents in these states, by name." }),
        monitorIds: t.arg.idList({
          description: "Only incidents that are about or affect these monitors, at most 1,000.",
        }),
        severities: t.arg.stringList({
          description: "Only incidents with these severities, by name.",
        }),
        labelIds: t.arg.idList({
          description: "Only incidents of monitors with at least one of these labels.",
        }),
        isDeclaredManually: t.arg.boolean({
          description: "Only those declared by a person, or only those declared by checks.",
        }),
        since: t.arg({
          type: "DateTime",
          description: "Only incidents created at or after this time.",
        }),
        until: t.arg({ type: "DateTime", description: "Only incidents created before this time." }),
        search: t.arg.string({
          description:
            "Matches the title, the description, codes and details of findings, or the number; `#12` only the number.",
        }),
        sort: t.arg({ type: IncidentSort, description: "The order; newest first by default." }),
      },
      resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
        await context.access.require(projectId, "incidents:read", "project", "within")
        const order: Keyset<"createdAt" | "number" | "startedAt"> =
          orders[sort ?? "CREATED_AT_DESC"]
        const list = {
          projectId,
          limit: await context.access.limit(projectId),
          subject: "incident",
          wanted: parse(incidentFilter, args),
        } as const
        const page = await readList(context, list, order, args, includeNodes(context, info))
        return { ...page, list: list satisfies List }
      },
    },
    withTotal((page, context) => countList(context, listOf(page))),
  ),
)

builder.prismaObjectField("Monitor", "incidents", (t) =>
  relationPage(t, "incidents", {
    order: orders.CREATED_AT_DESC,
    description: "Incidents of this monitor, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("monitor", id, projectId, "incidents:read"),
    args: { activeOnly: t.arg.boolean({ description: "True excludes resolved incidents." }) },
    where: whereOpen,
  }),
)

builder.queryField("incident", (t) =>
  t.prismaField({
    type: Incident,
    nullable: true,
    description: "One incident. Needs incidents:read.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => findIncident(ctx, id, "incidents:read"),
  }),
)
