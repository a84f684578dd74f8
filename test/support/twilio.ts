import type { TwilioAccount } from "../../src/platform/service-urls.ts"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js"

export type Asked = {
  path: string
  authorization: string
  fields: Record<string, string>
  sid: string
}
type Answer = { status: number; body: object; headers?: Record<string, string> }

export const accountSid = `AC${"a1".repeat(16)}`
export const authToken = "a token of the tests"

const urlOf = ({ accountSid, authToken, from, apiUrl }: TwilioAccount): string =>
  `${apiUrl.replace("://", `://${accountSid}:${encodeURIComponent(authToken)}@`)}?from=${from}`

/** A fake Twilio for messages and calls, on loopback. */
export async function startTwilio() {
  const asked: Asked[] = []
  /** The next response instead of accepting. */
  const answers: Answer[] = []
  const waiting: { matches(one: Asked): boolean; resolve(one: Asked): void }[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      const path = req.url ?? ""
      const sid = `${path.includes("Calls") ? "CA" : "SM"}${String(asked.length + 1).padStart(32, "0")}`
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      const one = { path, authorization: req.headers.authorization ?? "", fields, sid }
      asked.push(one)
      const { status, body, headers } = answers.shift() ?? { status: 201, body: { sid } }
      res.writeHead(status, { "content-type": "application/json", ...headers })
      res.end(JSON.stringify(body))
      for (const { matches, resolve } of waiting) if (matches(one)) resolve(one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const account = {
    accountSid,
    authToken,
    from: "+15005550006",
    apiUrl: `http://127.0.0.1:${port}`,
  }
  return {
    asked,
    answers,
    /** As a person sets it. */
    settings: { TWILIO_URL: urlOf(account) },
    /** As it is read. */
    env: { TWILIO_URL: account },
    /** The first matching request, including earlier ones. */
    reached(matches: (one: Asked) => boolean): Promise<Asked> {
      const known = asked.find(matches)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => waiting.push({ matches, resolve }))
    },
    refuse: (status: number, code: number, message: string, headers?: Record<string, string>) =>
      answers.push({ status, body: { code, message, status }, ...(headers ? { headers } : {}) }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends a callback like Twilio: signed for the URL it was given, to the server under test. */
export async function callBack(
  { address, url }: { address: string; url: string },
  fields: Record<string, string>,
  token = authToken,
) {
  const { pathname } = new URL(url)
  const response = await fetch(address + pathname, {
    method: "POST",
    headers: { "x-twilio-signature": getExpectedTwilioSignature(token, url, fields) },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, text: await response.text() }
}
