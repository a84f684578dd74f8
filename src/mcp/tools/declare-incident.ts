import { z } from "zod"
import { mutation } from "../../rest/graphql.ts"
import { monitorRef, pageOfWhom, whomRef } from "../find-references.ts"
import { writeTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"
import {
  namesOfMonitors,
  pagesShowing,
  planOfMonitors,
  planVariablesOfMonitors,
} from "./status-page-audience.ts"

const statuses = { operational: "OPERATIONAL", degraded: "DEGRADED", offline: "OFFLINE" } as const

export const declareIncident = writeTool({
  name: "declare_incident",
  title: "Declare an incident",
  description:
    "Declares an incident that no monitor found, or before one does; pages whom, also by a policy. With monitors, " +
    "status pages show them with public_status. Two calls, as resolve.",
  scope: "incidents:write",
  example: { title: "Checkout is slow", severity: "minor", monitors: ["Checkout"] },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    title: z.string().min(1).max(200),
    description: z.string().max(5000).default(""),
    severity: z.string().max(200).default("major").describe("critical, major, minor or your own."),
    monitors: z.array(monitorRef).max(50).default([]),
    public_status: z.enum(["operational", "degraded", "offline"]).default("degraded"),
    whom: whomRef.default([]),
  }),
  plan: {
    document: planOfMonitors,
    variables: planVariablesOfMonitors,
    of: ({ nodes, project }, { args }) => {
      const names = namesOfMonitors({ nodes }, args.monitors)
      return {
        state: {},
        changes: [
          `Declares a ${untrusted(args.severity, 60)} incident: ${untrusted(args.title)}`,
          ...(args.whom.length === 0 ? [] : [`Pages ${args.whom.length} at once`]),
          ...names.map((name) => `Shows ${untrusted(name, 60)} as ${args.public_status}`),
        ],
        notifies: args.monitors.length === 0 ? [] : pagesShowing(project, args.monitors),
      }
    },
  },
  document: mutation("declareIncident", "id number"),
  variables: ({ args, projectId }) => ({
    projectId,
    title: args.title,
    description: args.description,
    severity: args.severity,
    monitors: args.monitors.map((monitorId) => ({
      monitorId,
      status: statuses[args.public_status],
    })),
    page: args.whom.length === 0 ? null : pageOfWhom(args.whom),
  }),
  answer: ({ declareIncident: { id, number } }) => ({ id, incident: number }),
})
