import { z } from "zod"

/** What the state machine remembers of a monitor between two checks; one JSON column. */

const status = z.enum(["operational", "degraded", "offline", "unknown"])
/** Consecutive results of one sort: how many, and when the first of them began. */
const run = z.object({ count: z.int(), since: z.coerce.date().nullable() })
const none = { count: 0, since: null }

const outage = z.object({
  level: z.enum(["degraded", "offline"]),
  /** The first failed check, not the moment of confirmation. */
  startedAt: z.coerce.date(),
  /** False while it is known but silenced. */
  isDeclared: z.boolean(),
  /** True once a silence kept us from declaring it. */
  wasSilenced: z.boolean().default(false),
  incidentId: z.string().nullable(),
  alertId: z.string().nullable(),
})

const ended = outage
  .pick({ level: true, incidentId: true, alertId: true })
  .extend({ recoveredAt: z.coerce.date() })

export const machine = z.object({
  /** The last status that a full run of checks agreed on. */
  confirmed: status.default("unknown"),
  /** True while the last check could not see the target. */
  isBlind: z.boolean().default(false),
  /** True while it is blind because nobody looked (see absence.ts). */
  isAbsent: z.boolean().default(false),
  runs: z
    .object({
      offline: run,
      /** Offline or degraded. */
      bad: run,
      good: run,
      /** Degraded or good: it answers. */
      up: run,
    })
    .default({ offline: none, bad: none, good: none, up: none }),
  outage: outage.nullable().default(null),
  /** The last outage that ended, for telling a flap from a new outage. */
  ended: ended.nullable().default(null),
  /** The one before it where that was offline and the last one degraded: still the same flap. */
  endedBefore: ended.nullable().default(null),
  /** Checks that began earlier decide nothing: they saw another target, or the time before a pause. */
  countsFrom: z.coerce.date().nullable().default(null),
})

export type Machine = z.output<typeof machine>
export type Outage = z.output<typeof outage>
export type Ended = z.output<typeof ended>
export type Run = z.output<typeof run>

export const newMachine = (): Machine => machine.parse({})

/** After a pause: an open outage is still known, but nothing counts towards the next verdict. */
export const forgetRuns = (before: Machine): Machine => ({
  ...newMachine(),
  outage: before.outage,
  ended: before.ended,
  endedBefore: before.endedBefore,
  countsFrom: before.countsFrom,
})
