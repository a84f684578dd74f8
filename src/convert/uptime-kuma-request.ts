import type { Item } from "./item.ts"
import { flag, list, number, readMembers, text } from "./members.ts"
import type { Request } from "./request.ts"
import { readCodes } from "./request.ts"
import type { Members } from "./source.ts"
import { isMembers } from "./source.ts"
import { quoted } from "./words.ts"

const requestShape = {
  method: text,
  body: text,
  headers: text,
  authMethod: text,
  basic_auth_user: text,
  basic_auth_pass: text,
  accepted_statuscodes: list,
  maxredirects: number,
  ignoreTls: flag,
  expiryNotification: flag,
  proxyId: number,
  keyword: text,
  invertKeyword: flag,
  jsonPath: text,
  expectedValue: text,
  type: text,
}

export function requestOf(raw: Members, item: Item): Request {
  const read = readMembers(requestShape, raw, item)
  const { accepted_statuscodes: accepted, authMethod, keyword, proxyId } = read
  const codes = accepted === undefined || accepted.length === 0 ? undefined : readCodes(accepted)
  if (codes === null) {
    item.lossy(
      "Which codes it accepts cannot be read; here every 2xx is good",
      "accepted_statuscodes",
    )
  }
  if (read.expiryNotification === true) {
    item.lossy(
      "When it warns of a certificate is set elsewhere there; here it is degraded below 14 days",
      "expiryNotification",
    )
  }
  if (proxyId !== undefined)
    item.lossy("It goes through a proxy there, and directly here", "proxyId")
  if (read.type === "json-query") {
    item.lossy(
      `That ${quoted(read.jsonPath ?? "")} must give ${quoted(read.expectedValue ?? "")} was left out: JSONata has no counterpart here, a json_path assertion may do`,
      "jsonPath",
    )
  }
  return {
    method: read.method,
    headerCount: countHeaders(read.headers),
    hasBody: (read.body ?? "").trim() !== "",
    hasCredentials:
      !["", "null", "none"].includes(authMethod ?? "") ||
      [read.basic_auth_user, read.basic_auth_pass].some((one) => (one ?? "") !== ""),
    codes: codes ?? undefined,
    keyword:
      read.type === "keyword"
        ? { text: keyword ?? "", isWanted: read.invertKeyword !== true }
        : undefined,
    maxRedirects: read.maxredirects,
    ignoresCertificate: read.ignoreTls,
  }
}

/** They are JSON inside a text; one that is none may still hold a header. */
function countHeaders(headers = ""): number {
  if (headers.trim() === "") return 0
  try {
    const parsed: unknown = JSON.parse(headers)
    return isMembers(parsed) ? Object.keys(parsed).length : 1
  } catch {
    // What cannot be counted is one.
    return 1
  }
}
