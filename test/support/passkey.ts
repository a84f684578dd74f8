import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto"
import type { createBrowser } from "./sign-in.ts"

type Browser = ReturnType<typeof createBrowser>

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest()
const userPresentAndVerified = 0x05
const withCredential = 0x40

/** CBOR: a coordinate of a key, and a short text. */
const part = (text: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, "base64url")])
const word = (text: string) => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)])

/** A device that holds one passkey and verifies its user, for tests without a browser (WebAuthn, level 2). */
export function createPasskey(base: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(16)
  const { hostname, origin } = new URL(base)
  let counter = 0

  const authenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE((counter += 1), 1)
    return Buffer.concat([sha256(hostname), head, more])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  })

  function coseKey(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" })
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const head = Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21)
    return Buffer.concat([head, part(x), Buffer.of(0x22), part(y)])
  }

  return {
    async register(browser: Browser) {
      const asked = await browser.send("/passkey/generate-register-options")
      if (asked.status !== 200) return asked
      const length = Buffer.of(0, id.length)
      const data = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const authData = authenticatorData(userPresentAndVerified | withCredential, data)
      const size = Buffer.of(0x59, authData.length >> 8, authData.length & 255)
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        word("fmt"),
        word("none"),
        word("attStmt"),
        Buffer.of(0xa0),
        word("authData"),
        size,
        authData,
      ])
      const clientDataJSON = clientData("webauthn.create", asked.body.challenge)
      const response = credential({ clientDataJSON, attestationObject })
      return browser.send("/passkey/verify-registration", { response })
    },
    async signIn(browser: Browser) {
      const asked = await browser.send("/passkey/generate-authenticate-options")
      const clientDataJSON = clientData("webauthn.get", asked.body.challenge)
      const authData = authenticatorData(userPresentAndVerified)
      const signed = Buffer.concat([authData, sha256(clientDataJSON)])
      const signature = createSign("sha256").update(signed).sign(privateKey)
      const response = credential({ clientDataJSON, authenticatorData: authData, signature })
      return browser.send("/passkey/verify-authentication", { response })
    },
  }
}
