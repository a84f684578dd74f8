import { randomBytes } from "node:crypto"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"
import { echoPath, readEcho } from "../pages/ping-echo.ts"
import { isPrivateAddress, isPrivateHost } from "../platform/private-address.ts"
import { readUntil } from "../platform/read-until.ts"
import type { Services } from "../platform/services.ts"

const timeoutMs = 5000
const mostBytes = 1000

/** An address that our request arrived from and, at the other end, the one it was sent to. */
type Echo = { from: string; to: string }

/**
 * Whether a new connection to BASE_URL reaches us from outside. One that never left this machine or its router proves
 * only the inner half: it arrives from a private address, one of our own, or the one it was sent to.
 */
export async function reachesUs({ env, vault }: Pick<Services, "env" | "vault">): Promise<boolean> {
  const nonce = randomBytes(16).toString("hex")
  const url = new URL(`${echoPath}${nonce}`, env.BASE_URL)
  if (isPrivateHost(url.hostname)) return false
  const answer = await ask(url)
  if (answer === null) return false
  const from = readEcho(vault, nonce, answer.text)
  return from !== null && isFromOutside({ from, to: answer.to })
}

const isFromOutside = ({ from, to }: Echo): boolean =>
  ipaddr.isValid(from) &&
  !isPrivateAddress(from) &&
  !isOwn(from) &&
  ipaddr.process(from).toString() !== ipaddr.process(to).toString()

/** Whether an address belongs to this machine. */
export function isOwn(address: string): boolean {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all.some((one) => one.address === address)
}

/** Over a new connection, without following redirects; null if nothing came in time. */
function ask(url: URL): Promise<{ text: string; to: string } | null> {
  const { promise, resolve } = Promise.withResolvers<{ text: string; to: string } | null>()
  const request = url.protocol === "https:" ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = request(url, { agent: false, signal }, (response) => {
    const to = response.socket.remoteAddress
    void readUntil(response, { signal, mostBytes }).then(({ bytes, how }) => {
      response.destroy()
      resolve(how === "end" && to !== undefined ? { text: bytes.toString("utf8"), to } : null)
    })
  })
  sent.once("error", () => resolve(null))
  sent.end()
  return promise
}
