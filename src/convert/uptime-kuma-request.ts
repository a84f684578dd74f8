import type { Assertion } from "./conversion.ts"
import type { Item } from "./item.ts"
import { flag, list, number, readMembers, text } from "./read-members.ts"
import { acceptedCodes, countHeaders, keywordUnless, type Request } from "./request.ts"
import { isFilled, type Members } from "./source.ts"
import { quoted } from "./convert-messages.ts"

const requestShape = {
  method: text,
  authMethod: text,
  accepted_statuscodes: list,
  maxredirects: number,
  ignoreTls: flag,
  keyword: text,
  type: text,
}

export function requestOf(raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const { accepted_statuscodes: accepted, authMethod, keyword } = read
  return {
    method: read.method,
    headerCount: countHeaders(raw["headers"]),
    hasBody: isFilled(raw["body"]),
    hasCredentials:
      !["", "null", "none"].includes(authMethod ?? "") ||
      [raw["basic_auth_user"], raw["basic_auth_pass"]].some(isFilled),
    codes: acceptedCodes(accepted, item, "accepted_statuscodes"),
    keyword:
      read.type === "keyword"
        ? keywordUnless(raw, "invertKeyword", keyword ?? "", item)
        : undefined,
    maxRedirects: read.maxredirects,
    ignoresCertificate: read.ignoreTls,
  }
}

const jsonShape = { jsonPath: text, expectedValue: text, jsonPathOperator: text }
const comparisons = new Map([
  ["==", "equals"],
  ["!=", "not_equals"],
  ["<", "less_than"],
  [">", "greater_than"],
] as const)

/** JSONata is a language of its own, but paths to one place mean the same in JSONPath. */
export function jsonCondition(raw: Members, item: Item): Assertion[] {
  const read = readMembers(jsonShape, raw, item)
  const { jsonPath = "", expectedValue: value = "", jsonPathOperator: operator = "==" } = read
  const [, path] = /^(?:\$\.)?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)$/.exec(jsonPath.trim()) ?? []
  const comparison = comparisons.get(operator as Parameters<typeof comparisons.get>[0])
  const isNumeric = operator === "<" || operator === ">"
  const isFit = !isNumeric || /^-?\d{1,15}(\.\d{1,9})?$/.test(value)
  if (path !== undefined && comparison !== undefined && isFit) {
    return [{ kind: "json_path", path: `$.${path}`, comparison, value }]
  }
  item.lossy(
    `The condition that ${quoted(jsonPath)} equals ${quoted(value)} was not imported: JSONata is not supported, try a json_path assertion`,
    "jsonPath",
  )
  return []
}
