import { createChoice } from "./browser-choice.ts"

/** How this browser shows hours: as the device does, or always with 24 or 12. */
export const hourClock = createChoice("watchkeeper.clock", ["system", "24", "12"])

export type HourClock = ReturnType<typeof hourClock.get>

/** The option of Intl.DateTimeFormat. */
export const hour12Of = (clock: HourClock): { hour12?: boolean } =>
  clock === "system" ? {} : { hour12: clock === "12" }
