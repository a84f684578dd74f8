import type { warningCodes } from "../codes/warnings.ts"
import type { WordsOf } from "../words.ts"

export const warnings: WordsOf<typeof warningCodes> = {
  extra_bytes: () => "The server sent extra bytes after the end of its response.",
  unsolicited_continue: () => "The server sent an unsolicited 100 (Continue).",
  lenient_parser_accepts: ({ cause }, { say }) => `${say(cause)} A lenient parser accepts it.`,
  headers_withheld: ({ origin, names }, { list }) => `Not sent on to ${origin}: ${list(names)}.`,
  body_longer: ({ mostMiB }) =>
    `The response body is longer than ${mostMiB} MiB; only the first ${mostMiB} MiB were checked.`,
  response_time_inexact: () => "This prober was stalled, so the response time is inexact.",
  family_not_checked: ({ family, cause }, { say }) =>
    `Could not check over ${family === null ? "the other addresses" : `IPv${family}`}: ${say(cause)}`,
  failure_not_counted: ({ family, cause }, { say }) =>
    `Our own network${family === null ? "" : ` over IPv${family}`} was not up the whole time, so this failure was not counted: ${say(cause)}`,
}
