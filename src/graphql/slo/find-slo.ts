import { finder } from "../kernel/require-found.ts"

/** An SLO that the actor may access, with its monitors. */
export const findSlo = finder("SLO", ({ slo }, where) =>
  slo.findUnique({ where, include: { monitors: { select: { monitorId: true } } } }),
)
