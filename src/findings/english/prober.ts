import type { AttemptNoun, HowOften, proberCodes } from "../codes/prober.ts"
import type { WordsOf } from "../words.ts"

const plurals: Record<AttemptNoun, string> = {
  connection: "connections",
  ping: "pings",
  query: "queries",
}

const often: Record<HowOften, (one: string, many: string) => string> = {
  most: (_, many) => `Most ${many} fail`,
  every_second: (one) => `Every second ${one} fails`,
  every_third: (one) => `Every third ${one} fails`,
  some: (_, many) => `Some ${many} fail`,
}

export const prober: WordsOf<typeof proberCodes> = {
  works_elsewhere({ works, fails, cause }, { say }) {
    const good = works.address ?? "another address"
    const isFamily = works.family !== null && fails.family !== null && works.family !== fails.family
    return isFamily
      ? `Works over IPv${works.family} (${good}) but not over IPv${fails.family}: ${say(cause)}`
      : `Works over ${good} but not over ${fails.address ?? "another address"}: ${say(cause)}`
  },
  fails_often: ({ often: how, noun, failed, of, last }, { say }) =>
    `${often[how](noun, plurals[noun])} (${failed} of the last ${of}). The last failure: ${say(last)}`,
  no_reason: () => "No reason was given.",
  prober_stalled: ({ isBusy, attempts }) =>
    `This prober was ${isBusy ? "too busy" : "stalled"} during ${attempts} attempts in a row, so their results cannot be trusted.`,
  prober_late: () => "The prober did not finish by its deadline.",
  prober_failed: ({ error }) => `The prober failed: ${error}`,
  large_response_waited: () =>
    "This prober was reading other large responses until the timeout, so the rest of this one was not read.",
  body_judged_late: () => "The response body could not be evaluated before the timeout.",
  body_not_judged: ({ error }) =>
    `The response body could not be evaluated: ${error ?? "its thread ended"}.`,
}
