import { z } from "zod"
import { evidence } from "../parameters.ts"

const people = z.array(evidence())

export const missReasons = [
  "uncovered",
  "nobody",
  "left",
  "deleted",
  "empty_team",
  "unusable_channel",
] as const

/** Why somebody is paged, or nobody. Times are ISO 8601. */
export const onCallCodes = {
  on_call_until: z.object({ people, rotation: evidence(), until: z.string() }),
  named_by_rule: z.object({ people }),
  channel_of_rule: z.object({ channel: evidence() }),
  members_of_team: z.object({ people, team: evidence() }),
  /** `rotation` is set if the person or thing named is one of a rotation. */
  target_missed: z.object({
    reason: z.enum(missReasons),
    name: evidence().nullable(),
    rotation: evidence().nullable(),
  }),
  nobody_reachable: z.object({}),
}
