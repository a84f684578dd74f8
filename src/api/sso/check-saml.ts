import { APIError } from "better-auth/api"
import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import { samlPlacesOf } from "./sso-provider.ts"

/** What is checked beside the library: docs/single-sign-on.md has the table. */

/** Where browsers post what the provider answers. */
const answerPath = "/sso/saml2/sp/acs"
const skewMs = 60_000
/** Each is sought to its end, so their number bounds the time. */
const mostAudiences = 50
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
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
export function checkSamlResponse(env: Env, path: string, body: unknown, now: Date): void {
  if (!path.startsWith(answerPath)) return
  const { success, data } = posted.safeParse(body)
  if (!success) throw refused("INVALID_SAML_RESPONSE", "SAMLResponse is required.")
  if (data.RelayState === "") {
    throw refused("STATE_MISMATCH", "The sign-in was not started in this browser.")
  }
  const xml = Buffer.from(data.SAMLResponse, "base64").toString("utf8")
  const fault = faultOf(xml, { ...samlPlacesOf(env), now })
  if (fault !== null) throw refused("INVALID_SAML_RESPONSE", fault)
}

type Expected = {
  /** Our assertion consumer service. */
  acs: string
  /** Our entity id. */
  audience: string
  now: Date
}

/** Why a response is refused; null for one that the library may read. */
export function faultOf(xml: string, { acs, audience, now }: Expected): string | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return "A document type is not allowed."
  const methods = [...tagsOf(xml, "SignatureMethod"), ...tagsOf(xml, "DigestMethod")]
  if (methods.length === 0) return "It is not signed."
  const weak = methods.map((tag) => attributeOf(tag, "Algorithm")).find((one) => !isStrong(one))
  if (weak !== undefined) return `The algorithm ${weak ?? "of a signature"} is not allowed.`
  const destinations = tagsOf(xml, "Response").map((tag) => attributeOf(tag, "Destination"))
  if (destinations.some((one) => one !== null && one !== acs)) {
    return "Its Destination is another address."
  }
  const methodsOfSubject = tagsOf(xml, "SubjectConfirmation")
  if (methodsOfSubject.some((tag) => attributeOf(tag, "Method") !== bearer)) {
    return "A SubjectConfirmation has another method than bearer."
  }
  const confirmations = tagsOf(xml, "SubjectConfirmationData")
  if (confirmations.length === 0) return "SubjectConfirmationData is missing."
  for (const tag of confirmations) {
    if (attributeOf(tag, "Recipient") !== acs) return "Its Recipient is another address."
    const until = timeOf(tag, "NotOnOrAfter")
    if (until === null || Number.isNaN(until)) {
      return "SubjectConfirmationData has no NotOnOrAfter."
    }
    if (isPast(until, now)) return "SubjectConfirmationData has expired."
    if (attributeOf(tag, "NotBefore") !== null) return "SubjectConfirmationData has a NotBefore."
  }
  const answered = [...tagsOf(xml, "Response"), ...confirmations].map((tag) =>
    attributeOf(tag, "InResponseTo"),
  )
  if (answered.includes(null)) return "InResponseTo is missing."
  if (new Set(answered).size > 1) return "It answers several requests."
  return faultOfAssertion(xml, audience, now)
}

function faultOfAssertion(xml: string, audience: string, now: Date): string | null {
  for (const tag of tagsOf(xml, "Conditions")) {
    const from = timeOf(tag, "NotBefore") ?? 0
    if (!(from - skewMs <= now.getTime())) return "Its Conditions begin later."
    if (isPast(timeOf(tag, "NotOnOrAfter"), now)) return "Its Conditions have expired."
  }
  const ends = tagsOf(xml, "AuthnStatement").map((tag) => timeOf(tag, "SessionNotOnOrAfter"))
  if (ends.some((end) => isPast(end, now))) {
    return "The session at the identity provider has ended."
  }
  const count = tagsOf(xml, "AudienceRestriction").length
  if (count === 0) return "AudienceRestriction is missing."
  if (count + tagsOf(xml, "Audience").length > mostAudiences) return "It has too many audiences."
  const restrictions = insideOf(xml, "AudienceRestriction")
  if (restrictions.length < count) return "An AudienceRestriction is empty."
  const isOurs = (inside: string) => insideOf(inside, "Audience").includes(audience)
  return restrictions.every(isOurs) ? null : "It is for another audience."
}

/** NaN for a time that cannot be read, which is no time that holds. */
function timeOf(tag: string, name: string): number | null {
  const text = attributeOf(tag, name)
  return text === null ? null : Date.parse(text)
}

const isPast = (until: number | null, now: Date): boolean =>
  !((until ?? Infinity) + skewMs > now.getTime())

const isStrong = (algorithm: string | null): boolean => algorithms.has(algorithm ?? "")

/** The attributes of all elements of a name, whatever their prefix. */
const tagsOf = (xml: string, name: string): string[] =>
  [
    ...xml.matchAll(
      new RegExp(`<(?:[\\w.-]+:)?${name}(?![\\w.:-])((?:[^<>"']|"[^"]*"|'[^']*')*)`, "g"),
    ),
  ].map(([, attributes = ""]) => attributes)

/** What stands inside of all elements of a name; nothing for one that is empty. */
const insideOf = (xml: string, name: string): string[] =>
  [
    ...xml.matchAll(
      new RegExp(
        `<((?:[\\w.-]+:)?)${name}(?![\\w.:-])(?:[^<>"']|"[^"]*"|'[^']*')*>([^]*?)</\\1${name}\\s*>`,
        "g",
      ),
    ),
  ].map(([, , inside = ""]) => inside.trim())

function attributeOf(tag: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found === null ? null : (found[1] ?? found[2] ?? null)
}

const refused = (code: string, message: string) => new APIError("BAD_REQUEST", { code, message })
