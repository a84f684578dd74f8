import type { Item } from "./item.ts"
import { flag, list, number, readMembers, text } from "./members.ts"
import type { Request } from "./request.ts"
import { acceptedCodes, countHeaders, keywordUnless } from "./request.ts"
import type { Members } from "./source.ts"
import { isFilled } from "./source.ts"
import { quoted } from "./words.ts"

const requestShape = {
  method: text,
  authMethod: text,
  accepted_statuscodes: list,
  maxredirects: number,
  ignoreTls: flag,
  expiryNotification: flag,
  proxyId: number,
  keyword: text,
  jsonPath: text,
  expectedValue: text,
  type: text,
}

export function requestOf(raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const { accepted_statuscodes: accepted, authMethod, keyword, proxyId } = read
  if (read.expiryNotification === true) {
    item.lossy(
      "When it warns of a certificate is set elsewhere there; here it is degraded below 14 days",
      "expiryNotification",
    )
  }
  if (proxyId !== undefined) {
    item.lossy("It goes through a proxy there, and directly here", "proxyId")
  }
  if (read.type === "json-query") {
    item.lossy(
      `That ${quoted(read.jsonPath ?? "")} must give ${quoted(read.expectedValue ?? "")} was left out: JSONata has no counterpart here, a json_path assertion may do`,
      "jsonPath",
    )
  }
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
