import { z } from "zod"
import { graphql, mutation } from "../../rest/graphql.ts"
import { incidentRef, pageOfWhom, whomRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { writeTool, type Call } from "../tool.ts"
import { untrusted } from "../untrusted.ts"
import { PagesOfProject, pagesShowing } from "./status-page-audience.ts"
import { counted } from "../../platform/counted.ts"

const acknowledge = writeTool({
  name: "acknowledge",
  title: "Acknowledge an incident",
  description:
    "Takes an incident and its open alerts over: the escalation stops paging. One call. " +
    "Acknowledge only if somebody is working on it.",
  scope: "incidents:write",
  example: { incident: "17" },
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({ incident: incidentRef }),
  plan: null,
  document: mutation("acknowledgeIncident", "number acknowledgedAt acknowledgedBy"),
  variables: ({ args }) => ({ id: args.incident }),
  answer: ({ acknowledgeIncident: { number, acknowledgedAt, acknowledgedBy } }) => ({
    incident: number,
    acknowledged_at: acknowledgedAt,
    acknowledged_by: acknowledgedBy && untrusted(acknowledgedBy, 60),
  }),
})

const planned = graphql(
  `
    query mcpPlanIncident($id: ID!, $projectId: ID!, $seesPages: Boolean!) {
      incident(id: $id) {
        number
        title
        acknowledgedAt
        resolvedAt
        updatedAt
        postmortemNote
        postmortemPublished
        state {
          name
        }
        monitor {
          id
          name
          status
        }
        monitors {
          monitor {
            id
          }
        }
        alerts(first: 10) {
          edges {
            node {
              resolvedAt
              pages {
                name
              }
            }
          }
        }
      }
      project(id: $projectId) @include(if: $seesPages) {
        ...McpPagesOfProject
      }
    }
  `,
  [PagesOfProject],
)

const planVariables = ({ args, projectId, isLimited }: Call<{ incident: string }>) => ({
  id: args.incident,
  projectId,
  seesPages: !isLimited,
})

type Incident = {
  monitor: { id: string } | null
  monitors: readonly { monitor: { id: string } }[]
}

const monitorsOf = ({ monitor, monitors }: Incident): string[] => [
  ...(monitor === null ? [] : [monitor.id]),
  ...monitors.map((one) => one.monitor.id),
]

const noIncident = () => notFound("incident", "list_incidents gives their numbers.")

const resolve = writeTool({
  name: "resolve",
  title: "Resolve an incident",
  description:
    "Resolves an incident and its open alerts by hand. Recovery resolves them by itself, so this is rarely needed. " +
    "Two calls: the first answers a plan, the second with plan_token carries it out.",
  scope: "incidents:write",
  example: { incident: "17" },
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({ incident: incidentRef }),
  plan: {
    document: planned,
    variables: planVariables,
    of: ({ incident, project }) => {
      if (incident === null) throw noIncident()
      const { monitor } = incident
      const alerts = incident.alerts.edges.map(({ node }) => node)
      const paged = [...new Set(alerts.flatMap(({ pages }) => pages.map(({ name }) => name)))]
      const isDown = monitor?.status === "OFFLINE" || monitor?.status === "DEGRADED"
      return {
        state: {
          state: untrusted(incident.state.name, 60),
          acknowledged_at: incident.acknowledgedAt,
          resolved_at: incident.resolvedAt,
          monitor_status: monitor?.status.toLowerCase() ?? null,
        },
        changes: [
          incident.resolvedAt === null
            ? `Resolves incident ${incident.number}: ${untrusted(incident.title, 120)}`
            : `Nothing: incident ${incident.number} was resolved at ${incident.resolvedAt}`,
          `Resolves ${counted(alerts.filter(({ resolvedAt }) => resolvedAt === null).length, "open alert")}`,
          ...(isDown
            ? [
                `${untrusted(monitor.name, 100)} is still ${monitor.status.toLowerCase()}; nobody is paged for this outage again unless it lasts another hour`,
              ]
            : []),
        ],
        notifies: [
          ...paged.flatMap((name) => (name === null ? [] : [untrusted(name, 60)])),
          ...pagesShowing(project, monitorsOf(incident)),
        ],
      }
    },
  },
  document: mutation("resolveIncident", "number resolvedAt"),
  variables: ({ args }) => ({ id: args.incident }),
  answer: ({ resolveIncident: { number, resolvedAt } }) => ({
    incident: number,
    resolved_at: resolvedAt,
  }),
})

const addUpdate = writeTool({
  name: "add_update",
  title: "Add an update to an incident",
  description:
    "Adds a note to the timeline. Internal notes go in one call. A public one is shown on status pages " +
    "and sent to their subscribers; it takes a plan first.",
  scope: "incidents:write",
  example: { incident: "17", text: "Rolled back to release 41.", is_public: false },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    incident: incidentRef,
    text: z.string().min(1).max(10_000),
    is_public: z.boolean().default(false),
  }),
  plan: {
    document: planned,
    variables: planVariables,
    needs: (args) => args.is_public,
    of: ({ incident, project }, { args }) => {
      if (incident === null) throw noIncident()
      return {
        state: { state: untrusted(incident.state.name, 60), resolved_at: incident.resolvedAt },
        changes: [
          `Publishes ${counted(args.text.length, "character")} on incident ${incident.number}: ${untrusted(incident.title, 120)}`,
        ],
        notifies: pagesShowing(project, monitorsOf(incident)),
      }
    },
  },
  document: mutation("addIncidentUpdate", "number updatedAt"),
  variables: ({ args }) => ({ id: args.incident, body: args.text, isPublic: args.is_public }),
  answer: ({ addIncidentUpdate: { number, updatedAt } }) => ({ incident: number, at: updatedAt }),
})

const pageSomeone = writeTool({
  name: "page_someone",
  title: "Page someone",
  description: "Pages more people or teams for an open incident at once. Two calls, as resolve.",
  scope: "incidents:write",
  example: { incident: "17", whom: ["Ada"], note: "The disk of db-1 is full." },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    incident: incidentRef,
    whom: whomRef.min(1),
    note: z.string().max(500).optional(),
  }),
  plan: {
    document: planned,
    variables: planVariables,
    of: ({ incident }, { args }) => {
      if (incident === null) throw noIncident()
      return {
        state: { resolved_at: incident.resolvedAt },
        changes: [
          `Pages ${counted(args.whom.length, "person or team", "people and teams")} at once for incident ${incident.number}: ${untrusted(incident.title, 120)}`,
        ],
        notifies: args.whom,
      }
    },
  },
  document: mutation("pageForIncident", "number"),
  variables: ({ args }) => {
    const { userIds, teamIds } = pageOfWhom(args.whom)
    return { id: args.incident, userIds, teamIds, note: args.note ?? null }
  },
  answer: ({ pageForIncident: { number } }) => ({ incident: number }),
})

const savePostmortem = writeTool({
  name: "save_postmortem",
  title: "Save a post-mortem",
  description:
    "Saves the post-mortem of an incident in Markdown, replacing the one before; publish shows it on status pages. " +
    "Two calls, as resolve.",
  scope: "incidents:write",
  example: { incident: "17", text: "# What happened\nA certificate had expired.", publish: false },
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({
    incident: incidentRef,
    text: z.string().min(1).max(50_000),
    publish: z.boolean().default(false),
    notify_subscribers: z.boolean().default(false),
  }),
  plan: {
    document: planned,
    variables: planVariables,
    of: ({ incident, project }, { args }) => {
      if (incident === null) throw noIncident()
      const before = incident.postmortemNote.length
      return {
        state: { changed_at: incident.updatedAt },
        changes: [
          `${before === 0 ? "Saves" : `Replaces ${counted(before, "character")} by`} ${counted(args.text.length, "character")} as the post-mortem of incident ${incident.number}: ${untrusted(incident.title, 120)}`,
          ...(args.publish ? ["Shows it on status pages"] : []),
          ...(!args.publish && incident.postmortemPublished ? ["Unpublishes it"] : []),
        ],
        notifies:
          args.publish && args.notify_subscribers
            ? pagesShowing(project, monitorsOf(incident))
            : [],
      }
    },
  },
  document: mutation("savePostmortem", "published noteChanged"),
  variables: ({ args }) => ({
    id: args.incident,
    note: args.text,
    published: args.publish,
    notifySubscribers: args.notify_subscribers,
  }),
  answer: ({ savePostmortem: { published, noteChanged } }) => ({
    published,
    note_changed: noteChanged,
  }),
})

export const incidentChanges = [acknowledge, pageSomeone, resolve, addUpdate, savePostmortem]
