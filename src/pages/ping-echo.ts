import { createHmac, timingSafeEqual } from "node:crypto"
import type { Vault } from "../platform/secret.ts"

/** Requests to ourselves through the public name; the path that senders use, so that a proxy passes it on. */
export const echoPath = "/ping/echo/"
const nonceShape = /^[0-9a-f]{32}$/

/** What only this installation can answer: the caller's address, signed with the nonce; null for another path. */
export function answerEcho(vault: Vault, path: string, peer: string): string | null {
  const nonce = path.startsWith(echoPath) ? path.slice(echoPath.length) : ""
  return nonceShape.test(nonce) ? `${peer} ${sign(vault, nonce, peer)}` : null
}

/** The address from which our request arrived; null if the answer is not ours. */
export function readEcho(vault: Vault, nonce: string, text: string): string | null {
  const [peer = "", signature = ""] = text.split(" ")
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(vault, nonce, peer))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? peer : null
}

const sign = (vault: Vault, nonce: string, peer: string): string =>
  createHmac("sha256", vault.derive("ping echo")).update(`${nonce} ${peer}`).digest("base64url")
