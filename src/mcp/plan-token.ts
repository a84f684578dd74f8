import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { ToolError } from "./tool-error.ts"

const nonceBytes = 12
const expiryBytes = 4
const valueBytes = 4
const tagBytes = 16
const headBytes = nonceBytes + expiryBytes

export const planMs = 5 * 60_000

/** What a plan is valid for. */
export type Bound = { keyId: string; tool: string; args: Record<string, unknown> }
type State = Record<string, string | null>

/** A plan that is ours and not expired. */
export type OpenPlan = {
  nonce: string
  /** Names of what differs from the state it was made on. */
  changed(state: State): string[]
}

/** Signed tokens of plans: a nonce, the expiry, and a short hash of each value of the state. */
export function createPlanTokens(secret: string) {
  const tagOf = ({ keyId, tool, args }: Bound, body: Buffer): Buffer =>
    createHmac("sha256", secret)
      .update(`${JSON.stringify([keyId, tool, sorted(args)])}\0${body.toString("base64")}`)
      .digest()
      .subarray(0, tagBytes)

  return {
    write(bound: Bound, state: State, now: Date): { token: string; expiresAt: Date } {
      const expiresAt = new Date(Math.floor((now.getTime() + planMs) / 1000) * 1000)
      const expiry = Buffer.alloc(expiryBytes)
      expiry.writeUInt32BE(expiresAt.getTime() / 1000)
      const body = Buffer.concat([randomBytes(nonceBytes), expiry, ...valuesOf(state)])
      const token = Buffer.concat([body, tagOf(bound, body)]).toString("base64url")
      return { token, expiresAt }
    },

    /** @throws {ToolError} for a token of another key, tool or arguments, and for an expired one. */
    read(bound: Bound, token: string, now: Date): OpenPlan {
      const bytes = Buffer.from(token, "base64url")
      const body = bytes.subarray(0, -tagBytes)
      const isWhole = bytes.length >= headBytes + tagBytes && bytes.toString("base64url") === token
      if (!isWhole || !timingSafeEqual(bytes.subarray(-tagBytes), tagOf(bound, body))) {
        throw new ToolError(
          "plan_invalid",
          "This plan_token was not issued to this key for this tool and these arguments. " +
            "Call again without plan_token to get a plan.",
        )
      }
      if (body.readUInt32BE(nonceBytes) * 1000 <= now.getTime()) {
        throw new ToolError(
          "plan_expired",
          "This plan_token has expired; it is valid for five minutes. Call again without plan_token to get a new plan.",
        )
      }
      const nonce = body.subarray(0, nonceBytes).toString("base64url")
      return {
        nonce,
        changed: (state) => {
          const names = Object.keys(state).toSorted()
          const seen = valuesOf(state)
          return names.filter((_, at) => {
            const from = headBytes + at * valueBytes
            return seen[at]?.equals(body.subarray(from, from + valueBytes)) !== true
          })
        },
      }
    },
  }
}

const valuesOf = (state: State): Buffer[] =>
  Object.keys(state)
    .toSorted()
    .map((name) => hash("sha256", JSON.stringify(state[name]), "buffer").subarray(0, valueBytes))

/** Members in one order at every depth, so that equal arguments are equal texts. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
