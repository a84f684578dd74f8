import { senderOf } from "../../../senders/sender-kinds.ts"

/** Below which senders post, by kind. */
export const inboundPrefix = "/in/"

/** What a sender is given. */
export const sourceUrl = (baseUrl: string, kind: string, key: string): string =>
  `${baseUrl}${inboundPrefix}${kind}${senderOf(kind)?.urlPath(key) ?? ""}`
