import { createHmac } from "node:crypto"
import type { Auth } from "../../src/api/auth.ts"

/** The parts of a browser needed for sign-in: keeps cookies and sends its origin. */
export function createBrowser(auth: Auth, base: string, address = "203.0.113.7") {
  const jar = new Map<string, string>()
  return {
    jar,
    headers: () =>
      new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }),
    async send(path: string, body?: unknown, extra: Record<string, string> = {}) {
      const headers = new Headers({ origin: new URL(base).origin, ...extra })
      if (jar.size > 0) {
        headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "))
      }
      if (body !== undefined) headers.set("content-type", "application/json")
      const response = await auth.handler(
        new Request(`${base}/api/auth${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        address,
      )
      const cookies = response.headers.getSetCookie()
      for (const cookie of cookies) {
        const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s)
        if (value === "" || /max-age=0/i.test(cookie)) jar.delete(name)
        else jar.set(name, value)
      }
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.includes("json") === true
      return {
        status: response.status,
        cookies,
        body: isJson && text !== "" ? JSON.parse(text) : text,
      }
    },
  }
}

/** RFC 6238 with SHA-1, six digits and thirty seconds, from an otpauth: URI. */
export function oneTimeCode(uri: string, at = Date.now()): string {
  const secret = decodeBase32(new URL(uri).searchParams.get("secret") ?? "")
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** RFC 4648, section 6. */
function decodeBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  const bits = Array.from(text.replaceAll("=", ""))
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
