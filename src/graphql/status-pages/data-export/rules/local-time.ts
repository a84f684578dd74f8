import { Temporal } from "temporal-polyfill"

/** "2026-11-29T14:05:00+01:00" in a zone. */
export const localTime = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: "never" })
