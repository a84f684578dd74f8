import { builder } from "../kernel/builder.ts"

/** What an SLO measures, but for its indicator, target and window. */
export const objectiveArgs = builder.args((t) => ({
  monitorIds: t.idList({
    description: "For the indicator monitors: which ones, at most 20. Their time is averaged.",
  }),
  service: t.string({
    description: "For the indicator service: service.name, 1 to 200 characters.",
  }),
  latencyMs: t.int({
    description: "For the indicator service: the longest duration of a good request, 1 to 600,000.",
  }),
  fastFactor: t.float({
    description:
      "Burn rate of the fast alert, from 1 to 1,000 and below 100 / (100 - target); null for no alert. By default the rate that uses 2 % of the budget in 1 hour, 14.4 for 30 days.",
  }),
  slowFactor: t.float({
    description:
      "The same for the slow alert. By default the rate that uses 5 % of the budget in 6 hours, 6 for 30 days.",
  }),
}))

export const textArgs = builder.args((t) => ({
  description: t.string({ description: "At most 5,000 characters." }),
  policyId: t.id({
    description: "The on-call policy of its alerts; the project's default if null.",
  }),
}))
