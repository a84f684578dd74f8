import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import { graphql, projectPage } from "../../rest/graphql.ts"
import { cursor, lower, nextCursor, rows } from "../answers.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { readTool, writeTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

export const listMaintenances = readTool({
  name: "list_maintenances",
  title: "List maintenance windows",
  description: "Maintenance windows, latest first, with their monitors.",
  scope: "maintenances:read",
  example: { current_only: true },
  input: z.strictObject({
    current_only: z.boolean().default(true).describe("Only scheduled and ongoing ones."),
    cursor,
  }),
  output: z.object({ maintenances: rows, next_cursor: nextCursor }),
  document: projectPage(
    "maintenances",
    "cursor node { id title state startsAt endsAt monitorCount monitors(first: 5) { edges { node { name } } } }",
  ),
  variables: ({ projectId, args }) => ({
    projectId,
    first: 25,
    activeOnly: args.current_only,
    after: args.cursor ?? null,
  }),
  page: { list: "maintenances", of: ({ project }) => project?.maintenances },
  answer: ({ project }) => ({
    maintenances: (project?.maintenances.edges ?? []).map(({ node }) => ({
      id: node.id,
      title: untrusted(node.title, 100),
      state: lower(node.state),
      starts_at: node.startsAt,
      ends_at: node.endsAt,
      monitor_count: node.monitorCount,
      monitors: node.monitors.edges.map((one) => untrusted(one.node.name, 60)),
    })),
  }),
})

export const endMaintenance = writeTool({
  name: "end_maintenance",
  title: "End maintenance",
  description:
    "Ends an ongoing window now: outages are declared again. With cancel, one that has not started. Two calls, as resolve.",
  scope: "maintenances:write",
  example: { maintenance: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21" },
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({
    maintenance: id.describe("Id, from list_maintenances."),
    cancel: z.boolean().default(false),
  }),
  plan: {
    document: graphql(`
      query mcpPlanEndMaintenance($id: ID!) {
        maintenance(id: $id) {
          title
          state
          startsAt
          endsAt
          notifyAtEnd
          monitorCount
        }
      }
    `),
    variables: ({ args }) => ({ id: args.maintenance }),
    of: ({ maintenance }, { args, now }) => {
      if (maintenance === null) throw notFound("maintenance", "list_maintenances gives their ids.")
      const { title, state, startsAt, endsAt, monitorCount, notifyAtEnd } = maintenance
      const isOpen = state === "ONGOING" || state === "SCHEDULED"
      // Its times decide; the state follows within a minute.
      if (isOpen && Date.parse(startsAt) > now.getTime() && !args.cancel) {
        throw new ToolError("validation_failed", "It has not started. Set cancel to true.")
      }
      const verb = args.cancel ? "Cancels" : "Ends"
      return {
        state: { state: lower(state), ends_at: endsAt },
        changes: isOpen
          ? [
              `${verb} ${untrusted(title, 100)}`,
              `Outages of its monitors (${monitorCount}) are declared again`,
            ]
          : [`Nothing: ${untrusted(title, 100)} is ${lower(state)}`],
        notifies: isOpen && notifyAtEnd ? ["subscribers of the status pages that show it"] : [],
      }
    },
  },
  document: graphql(`
    mutation mcpEndMaintenance($id: ID!, $cancel: Boolean!) {
      endMaintenance(id: $id) @skip(if: $cancel) {
        id
        state
        endsAt
      }
      cancelMaintenance(id: $id) @include(if: $cancel) {
        id
        state
        endsAt
      }
    }
  `),
  variables: ({ args }) => ({ id: args.maintenance, cancel: args.cancel }),
  answer: ({ endMaintenance, cancelMaintenance }) => {
    const ended = endMaintenance ?? cancelMaintenance
    return { maintenance: ended?.id, state: ended && lower(ended.state), ends_at: ended?.endsAt }
  },
})
