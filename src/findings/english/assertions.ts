import type { assertionCodes, Comparison } from "../codes/assertions.ts"
import type { WordsOf } from "../words.ts"

const comparisons: Record<Comparison, (value: string) => string> = {
  exists: () => "to exist",
  not_exists: () => "not to exist",
  contains: (value) => `to contain "${value}"`,
  not_contains: (value) => `not to contain "${value}"`,
  equals: (value) => `to equal "${value}"`,
  not_equals: (value) => `not to equal "${value}"`,
  less_than: (value) => `to be less than ${value}`,
  greater_than: (value) => `to be greater than ${value}`,
}

const moreFailed = (more: number): string =>
  more === 0 ? "" : ` (+${more} failed ${more === 1 ? "assertion" : "assertions"})`

const cut = (mostMiB: number | null): string =>
  mostMiB === null ? "" : `more than ${mostMiB} MiB, with `

export const assertions: WordsOf<typeof assertionCodes> = {
  assertion_failed: ({ seen, expected, more }, { say }) =>
    `Got ${say(seen)}, expected ${say(expected)}${moreFailed(more)}.`,
  assertion_unknown: ({ expected, why, more }, { say }) =>
    `Not known: expected ${say(expected)}, but ${say(why)}${moreFailed(more)}.`,
  expects_status: ({ codes }) => codes,
  expects_header: ({ name, comparison, value }) =>
    `header ${name} ${comparisons[comparison](value)}`,
  expects_body: ({ comparison, value }) => `the body ${comparisons[comparison](value)}`,
  expects_match: ({ pattern, isWanted }) =>
    `the body ${isWanted ? "to match" : "not to match"} /${pattern}/`,
  expects_value: ({ path, comparison, value }) => `${path} ${comparisons[comparison](value)}`,
  expects_response_time: ({ mostMs }) => `a response within ${mostMs} ms`,
  expects_certificate_days: ({ leastDays }) => `a certificate valid for ${leastDays} or more days`,
  expects_valid_expression: () => "a valid expression",
  expects_records: ({ type, count, values }) =>
    `the ${type} ${count === 1 ? "record" : "records"} ${values}`,
  expects_some_record: ({ type }) => `at least one ${type} record`,
  saw_status: ({ status }) => `${status}`,
  saw_header: ({ value }) => `"${value}"`,
  saw_no_header: ({ name }) => `no ${name} header`,
  saw_body: ({ excerpt, mostMiB }) => `${cut(mostMiB)}"${excerpt}"`,
  saw_empty_body: ({ mostMiB }) => `${cut(mostMiB)}an empty body`,
  saw_no_json: ({ body }, { say }) => `a body that is not JSON: ${say(body)}`,
  saw_values: ({ values, more }, { list }) =>
    `${list(values)}${more === 0 ? "" : ` and ${more} more`}`,
  saw_no_value: () => "no such value",
  saw_value_among: ({ value, path, count }) => `${value} (${path}, one of ${count} values)`,
  saw_response_time: ({ ms }) => `${ms} ms`,
  saw_no_certificate: () => "no certificate",
  saw_certificate_days({ days, issuer, at }, { count }) {
    const whose = issuer === null ? "" : ` for the issuer "${issuer}"`
    return `${count(days, "day", "days")}${whose} (expires ${at})`
  },
  saw_records: ({ values }) => values,
  saw_no_records: () => "none",
  not_applicable: () => "not evaluated: does not apply to this kind of monitor",
  body_not_read_on: ({ mostMiB }) => `only the first ${mostMiB} MiB of the response body were read`,
  too_many_values: ({ most }) => `the path selects more than ${most} values`,
  pattern_slow: ({ pattern, mostMs }) =>
    `The pattern ${pattern} took longer than ${mostMs} ms. Simplify it.`,
  pattern_invalid: ({ pattern, error }) =>
    `The pattern ${pattern} is not valid: ${error ?? "it failed"}`,
  path_slow: ({ path, mostMs }) =>
    `The JSON path ${path} took longer than ${mostMs} ms. Simplify it.`,
  path_invalid: ({ path, error }) => `The JSON path ${path} is not valid: ${error ?? "it failed"}`,
  not_a_number: ({ value }) => `"${value}" is not a number to compare with.`,
}
