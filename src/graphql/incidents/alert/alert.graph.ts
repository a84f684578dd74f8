import { readFindings, readOne } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { includeNodes, relationPage, withTotal } from "../../kernel/connection.graph.ts"
import { parse } from "../../kernel/input.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { byNumber, byTime, keysetOf, type Keyset } from "../../kernel/prisma-keyset.ts"
import { alertFilter, whereOpen } from "../list/list-filter.ts"
import { countList, listOf, readList, type List } from "../list/read-list.ts"
import { StateMeaning } from "../state/state.graph.ts"
import { findAlert } from "./find-alert.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const Alert = builder.prismaObject("Alert", {
  interfaces: [Node],
  description: "A condition that needs a person's attention and pages the on-call person.",
  authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "alerts:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    number: t.exposeInt("number", {
      description: "Sequential within the project, from 1, without gaps.",
    }),
    title: t.exposeString("title", { description: "Short summary of the problem." }),
    titleFinding: t.field({
      type: Finding,
      nullable: true,
      description: "The title as data; null in alerts of older versions.",
      resolve: ({ titleFinding, title }) =>
        titleFinding === null ? null : readOne(titleFinding, title),
    }),
    ...t.explained("description", "What was observed, in English.", ({ findings, description }) =>
      readFindings(findings, description),
    ),
    state: t.relation("state", { description: "Its workflow state." }),
    severity: t.relation("severity", { description: "Its urgency." }),
    monitor: t.relation("monitor", { nullable: true, description: "The monitor that failed." }),
    incident: t.relation("incident", {
      nullable: true,
      description: "The incident it belongs to; null if the target was only degraded.",
    }),
    isManual: t.exposeBoolean("isManual", {
      description: "True once a person has set the state; recovery no longer changes it.",
    }),
    acknowledgedAt: t.expose("acknowledgedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was acknowledged.",
    }),
    acknowledgedBy: t.exposeString("acknowledgedBy", {
      nullable: true,
      description: "Name of the person who acknowledged it.",
    }),
    resolvedBy: t.exposeString("resolvedBy", {
      nullable: true,
      description:
        "Name of the person, or of the source, that resolved it; null while it is open, or if the monitor recovered or was deleted.",
    }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was resolved; null while it is open.",
    }),
    snoozedUntil: t.expose("snoozedUntil", {
      type: "DateTime",
      nullable: true,
      description:
        "Until when it pages nobody, if somebody snoozed it; a time that has passed means nothing.",
    }),
    snoozedBy: t.exposeString("snoozedBy", {
      nullable: true,
      description: "Name of the person who snoozed it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

const AlertSort = builder.enumType("AlertSort", {
  description: "The order of a list of alerts.",
  values: {
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    NUMBER_ASC: { description: "Lowest number first." },
    NUMBER_DESC: { description: "Highest number first." },
  } as const,
})

const orders = {
  CREATED_AT_ASC: keysetOf("CREATED_AT_ASC", { createdAt: byTime }),
  CREATED_AT_DESC: keysetOf("CREATED_AT_DESC", { createdAt: byTime }, { isDescending: true }),
  NUMBER_ASC: keysetOf("NUMBER_ASC", { number: byNumber }),
  NUMBER_DESC: keysetOf("NUMBER_DESC", { number: byNumber }, { isDescending: true }),
}

builder.prismaObjectField("Project", "alerts", (t) =>
  t.connection(
    {
      type: Alert,
      description: "Alerts, newest first by default.",
      args: {
        ids: t.arg.idList({ description: "Only these alerts, at most 1,000." }),
        activeOnly: t.arg.boolean({ description: "True excludes resolved alerts." }),
        isOpen: t.arg.boolean({ description: "Only open ones, or only resolved ones." }),
        states: t.arg.stringList({ description: "Only alerts in these states, by name." }),
        monitorIds: t.arg.idList({ description: "Only alerts of these monitors, at most 1,000." }),
        severities: t.arg.stringList({
          description: "Only alerts with these severities, by name.",
        }),
        labelIds: t.arg.idList({
          description: "Only alerts of monitors with at least one of these labels.",
        }),
        meanings: t.arg({
          type: [StateMeaning],
          description: "Only alerts in states with these meanings.",
        }),
        policyIds: t.arg.idList({
          description: "Only alerts that page by these on-call policies, at most 50.",
        }),
        pagedUserIds: t.arg.idList({
          description: "Only alerts for which one of these people was paged, at most 50.",
        }),
        assigneeIds: t.arg.idList({
          description: "Only alerts assigned to one of these people, at most 50.",
        }),
        isSnoozed: t.arg.boolean({
          description: "Only open alerts that are snoozed now, or only those that are not.",
        }),
        since: t.arg({
          type: "DateTime",
          description: "Only alerts created at or after this time.",
        }),
        until: t.arg({ type: "DateTime", description: "Only alerts created before this time." }),
        search: t.arg.string({
          description:
            "Matches the title, the description, codes and details of findings, or the number; `#12` only the number.",
        }),
        sort: t.arg({ type: AlertSort, description: "The order; newest first by default." }),
      },
      resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
        await context.access.require(projectId, "alerts:read", "project", "within")
        const order: Keyset<"createdAt" | "number"> = orders[sort ?? "CREATED_AT_DESC"]
        const list = {
          projectId,
          limit: await context.access.limit(projectId),
          subject: "alert",
          wanted: parse(alertFilter, args),
        } as const
        const page = await readList(context, list, order, args, includeNodes(context, info))
        return { ...page, list: list satisfies List }
      },
    },
    withTotal((page, context) => countList(context, listOf(page))),
  ),
)

builder.prismaObjectField("Monitor", "alerts", (t) =>
  relationPage(t, "alerts", {
    order: orders.CREATED_AT_DESC,
    description: "Alerts of this monitor, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("monitor", id, projectId, "alerts:read"),
    args: { activeOnly: t.arg.boolean({ description: "True excludes resolved alerts." }) },
    where: whereOpen,
  }),
)

builder.prismaObjectField("Delivery", "alert", (t) =>
  t.field({
    type: Alert,
    nullable: true,
    description: "The alert that it pages somebody for; null if it is no page.",
    select: (_args, _ctx, nested) => ({ page: { select: { alert: nested(true) } } }),
    // A delivery that its resolver read without its page is read again.
    extensions: { pothosPrismaLoaded: ({ page }: { page?: unknown }) => page !== undefined },
    resolve: ({ page }) => page?.alert ?? null,
  }),
)

builder.queryField("alert", (t) =>
  t.prismaField({
    type: Alert,
    nullable: true,
    description: "One alert. Needs alerts:read.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => findAlert(ctx, id, "alerts:read"),
  }),
)
