import { finder, finderBelow } from "../../kernel/require-found.ts"

const include = { rotation: true }

/** Each finds a row that the actor may access. */
export const findPolicy = finder("on-call policy", ({ onCallPolicy }, where) =>
  onCallPolicy.findUnique({ where }),
)
export const findRotation = finder("rotation", ({ rotation }, where) =>
  rotation.findUnique({ where }),
)
export const findTeam = finder("team", ({ team }, where) => team.findUnique({ where }))
export const findFeed = finder("calendar link", ({ onCallFeed }, where) =>
  onCallFeed.findUnique({ where }),
)
export const findOverride = finderBelow(
  "override",
  ({ rotationOverride }, where) => rotationOverride.findUnique({ where, include }),
  ({ rotation }) => rotation.projectId,
)
export const findSwap = finderBelow(
  "shift swap",
  ({ shiftSwap }, where) => shiftSwap.findUnique({ where, include }),
  ({ rotation }) => rotation.projectId,
)
