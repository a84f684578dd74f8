import { z } from "zod"
import { withFindings } from "../../../../findings/finding.ts"

/** State of a monitor's state machine between two checks; one JSON column. */

const status = z.enum(["operational", "degraded", "offline", "unknown"])
/** Consecutive results of one kind: how many, and when the first started. */
const run = z.object({ count: z.int(), since: z.coerce.date().nullable() })
const none = { count: 0, since: null }

const outageFields = z.object({
  level: z.enum(["degraded", "offline"]),
  /** The first failed check, not the moment of confirmation. */
  startedAt: z.coerce.date(),
  /** False while alerts for it are suppressed. */
  isDeclared: z.boolean(),
  /** True once a silence suppressed its alert, or a person resolved it while it lasted. */
  wasSilenced: z.boolean().default(false),
  /** If set while not declared, the incident is still open and the next alert joins it. */
  incidentId: z.string().nullable(),
  alertId: z.string().nullable(),
  /** What its incident and alert say; none if it is not declared. Older versions stored a sentence, or nothing. */
  findings: z.unknown().optional(),
  reason: z.string().optional(),
})
const outage = outageFields.transform(withFindings)

const ended = outageFields
  .pick({ level: true, incidentId: true, alertId: true })
  .extend({ recoveredAt: z.coerce.date() })

export const machine = z.object({
  /** The last status confirmed by enough consecutive checks. */
  confirmed: status.default("unknown"),
  /** True while the last check was inconclusive. */
  isBlind: z.boolean().default(false),
  /** True while it is inconclusive because no check ran (see gap.ts). */
  isAbsent: z.boolean().default(false),
  runs: z
    .object({
      offline: run,
      /** Offline or degraded. */
      bad: run,
      good: run,
      /** Degraded or good: the target responds. */
      up: run,
    })
    .default({ offline: none, bad: none, good: none, up: none }),
  outage: outage.nullable().default(null),
  /** The last ended outage, to tell a flap from a new outage. */
  ended: ended.nullable().default(null),
  /** The outage before that, if it was offline and the last one degraded: still the same flap. */
  endedBefore: ended.nullable().default(null),
  /** Checks that started earlier decide nothing: they saw another target, or a time before a pause. */
  countsFrom: z.coerce.date().nullable().default(null),
})

export type Machine = z.output<typeof machine>
export type Outage = z.output<typeof outage>
export type Ended = z.output<typeof ended>
export type Run = z.output<typeof run>

export const newMachine = (): Machine => machine.parse({})

/** Reset the counts after a pause; an open outage is kept. */
export const forgetRuns = (before: Machine): Machine => ({
  ...newMachine(),
  outage: before.outage,
  ended: before.ended,
  endedBefore: before.endedBefore,
  countsFrom: before.countsFrom,
})
