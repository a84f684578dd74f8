import type { heartbeatCodes } from "../codes/heartbeat.ts"
import type { WordsOf } from "../words.ts"

const grace = (minutes: number): string => (minutes > 0 ? ` with ${minutes} min of grace` : "")

export const heartbeat: WordsOf<typeof heartbeatCodes> = {
  ping_missing: ({ silentMs, intervalMinutes, graceMinutes }, { duration }) =>
    `No ping for ${duration(silentMs)}; expected every ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_unfinished: ({ sinceMs, intervalMinutes, graceMinutes }, { duration }) =>
    `The job started ${duration(sinceMs)} ago and has not finished; expected every ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_failed: ({ agoMs, said }, { duration }) =>
    `The job reported a failure ${duration(agoMs)} ago.${said === null ? "" : ` It said: ${said}`}`,
  failure_in_row: ({ count, of }) => `Failure ${count} of ${of}.`,
  ping_unproved: ({ since }, { moment }) =>
    `A ping is due, but nothing has proved ${since === null ? "yet" : `since ${moment(since)}`} that pings can reach us, so this time does not count.`,
  pings_unheard: () => "Nothing proves that pings can reach us. Check your own network first.",
  ping_maybe_lost: ({ due, from, to, next }, { moment }) =>
    `The ping due at ${moment(due)} may have been lost: nothing proved from ${moment(from)} to ${moment(to)} that pings can reach us. The next is due at ${moment(next)}.`,
  telemetry_unproved({ from, to }, { moment }) {
    const since = from === null ? "yet" : `since ${moment(from)}`
    const span = from === null || to === null ? since : `from ${moment(from)} to ${moment(to)}`
    return `Too little telemetry came, but nothing proved ${span} that senders can reach us, so it does not count.`
  },
}
