import { APIError } from "better-auth/api"
import { z } from "zod"

/** What is checked beside the library, which reads neither digests nor the time of a confirmation. */

/** Where browsers post what the provider answers. */
const answerPath = "/sso/saml2/sp/acs"
const skewMs = 60_000
const more = "http://www.w3.org/2001/04/xmldsig-more"
const encryption = "http://www.w3.org/2001/04/xmlenc"

/** Of signatures and digests. SHA-1 and older are broken. */
const algorithms: ReadonlySet<string> = new Set([
  ...["rsa", "ecdsa"].flatMap((key) => [256, 384, 512].map((size) => `${more}#${key}-sha${size}`)),
  `${encryption}#sha256`,
  `${more}#sha384`,
  `${encryption}#sha512`,
])

const posted = z.object({
  SAMLResponse: z.string(),
  /** Bound to the browser that began by a cookie, which the library checks, but only where there is one. */
  RelayState: z.string().default(""),
})

/**
 * Checks a posted response: SAML Profiles 2.0, 4.1.4, and what our documents promise. Each element of a name must
 * hold, also one that is not signed, so no reading of the document can find one that was not checked.
 *
 * @throws {APIError} 400
 */
export function checkSamlResponse(path: string, body: unknown, now: Date): void {
  if (!path.startsWith(answerPath)) return
  const { success, data } = posted.safeParse(body)
  if (!success) throw refused("INVALID_SAML_RESPONSE", "SAMLResponse is required.")
  if (data.RelayState === "") {
    throw refused("STATE_MISMATCH", "The sign-in was not started in this browser.")
  }
  const fault = faultOf(Buffer.from(data.SAMLResponse, "base64").toString("utf8"), now)
  if (fault !== null) throw refused("INVALID_SAML_RESPONSE", fault)
}

/** Why a response is refused; null for one that the library may read. */
export function faultOf(xml: string, now: Date): string | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return "A document type is not allowed."
  const methods = [...tagsOf(xml, "SignatureMethod"), ...tagsOf(xml, "DigestMethod")]
  if (methods.length === 0) return "It is not signed."
  const weak = methods.map((tag) => attributeOf(tag, "Algorithm")).find((one) => !isStrong(one))
  if (weak !== undefined) return `The algorithm ${weak ?? "of a signature"} is not allowed.`
  const confirmations = tagsOf(xml, "SubjectConfirmationData")
  if (confirmations.length === 0) return "SubjectConfirmationData is missing."
  for (const tag of confirmations) {
    const until = Date.parse(attributeOf(tag, "NotOnOrAfter") ?? "")
    if (Number.isNaN(until)) return "SubjectConfirmationData has no NotOnOrAfter."
    if (until + skewMs <= now.getTime()) return "SubjectConfirmationData has expired."
    if (attributeOf(tag, "NotBefore") !== null) return "SubjectConfirmationData has a NotBefore."
    if (attributeOf(tag, "InResponseTo") === null) return "InResponseTo is missing."
  }
  return null
}

const isStrong = (algorithm: string | null): boolean =>
  algorithm !== null && algorithms.has(algorithm)

/** The attributes of all elements of a name, whatever their prefix. */
const tagsOf = (xml: string, name: string): string[] =>
  [
    ...xml.matchAll(
      new RegExp(`<(?:[\\w.-]+:)?${name}(?![\\w.:-])((?:[^<>"']|"[^"]*"|'[^']*')*)`, "g"),
    ),
  ].map(([, attributes = ""]) => attributes)

function attributeOf(tag: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found === null ? null : (found[1] ?? found[2] ?? null)
}

const refused = (code: string, message: string) => new APIError("BAD_REQUEST", { code, message })
