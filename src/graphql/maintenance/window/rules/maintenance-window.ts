export const dayMs = 86_400_000
export const maxDays = 90

type Fault = { pointer: string; detail: string }

/** The error in a window's times, or null; it may have begun but must not be over. */
export function windowFault(startsAt: Date, endsAt: Date, now: Date): Fault | null {
  if (endsAt <= startsAt) return { pointer: "#/endsAt", detail: "must be later than startsAt" }
  if (endsAt <= now) return { pointer: "#/endsAt", detail: "must be in the future" }
  if (endsAt.getTime() - startsAt.getTime() > maxDays * dayMs) {
    return { pointer: "#/endsAt", detail: `must be at most ${maxDays} days after startsAt` }
  }
  return null
}
