import { createHmac } from "node:crypto"

/** One attempt as receivers verify it; `timestamp` in seconds since 1970. */
type Signed = { id: string; timestamp: number; body: string }

/**
 * Headers of Standard Webhooks v1: HMAC-SHA256 over id, time of the attempt and exact body, with one signature per
 * secret, newest first.
 * @param secrets as receivers have them: `whsec_` and standard base64.
 */
export function signatureHeaders(
  secrets: string[],
  { id, timestamp, body }: Signed,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  }
}
