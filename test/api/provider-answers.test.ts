import { expect, test } from "vitest"
import { isDenied, readAddress } from "../../src/api/rules/provider-claims.ts"
import { checkSamlResponse, faultOf } from "../../src/api/sso/check-saml.ts"

const now = new Date("2026-11-29T12:00:00Z")
const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
const sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
const acs = "/sso/saml2/sp/acs/:providerId"
const later = 'NotOnOrAfter="2026-11-29T12:05:00Z"'

type Parts = { signature?: string; digest?: string; data?: string; head?: string; more?: string }

const response = ({ signature = rsa, digest = sha256, data, head = "", more = "" }: Parts = {}) =>
  `${head}<samlp:Response><saml:Assertion><ds:Signature><ds:SignedInfo>
    <ds:SignatureMethod Algorithm="${signature}"/><ds:DigestMethod Algorithm="${digest}"/>
    </ds:SignedInfo></ds:Signature><saml:Subject><saml:SubjectConfirmation>
    <saml:SubjectConfirmationData ${data ?? `${later} Recipient="a>b" InResponseTo="_1"`}/>
    </saml:SubjectConfirmation></saml:Subject>${more}</saml:Assertion></samlp:Response>`

test.each<[string, Parts, RegExp | null]>([
  ["one that holds", {}, null],
  [
    "one in single quotes",
    { data: "\n NotOnOrAfter = '2026-11-29T12:05:00Z' InResponseTo='_1'" },
    null,
  ],
  [
    "a signature with SHA-1",
    { signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
    /not allowed/,
  ],
  ["a digest of SHA-1", { digest: sha1 }, /not allowed/],
  ["a digest of MD5", { digest: "http://www.w3.org/2001/04/xmldsig-more#md5" }, /not allowed/],
  [
    "a signature by HMAC",
    { signature: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256" },
    /not allowed/,
  ],
  [
    "an algorithm written with character references",
    { digest: "http&#58;//www.w3.org/2001/04/xmlenc#sha256" },
    /not allowed/,
  ],
  [
    "a second digest of SHA-1",
    { more: `<DigestMethod Algorithm='${sha1}'></DigestMethod>` },
    /not allowed/,
  ],
  [
    "a confirmation that has expired",
    { data: 'NotOnOrAfter="2026-11-29T11:58:00Z" InResponseTo="_1"' },
    /expired/,
  ],
  [
    "a confirmation within the skew of clocks",
    { data: 'NotOnOrAfter="2026-11-29T11:59:30Z" InResponseTo="_1"' },
    null,
  ],
  ["a confirmation without an end", { data: 'InResponseTo="_1"' }, /no NotOnOrAfter/],
  [
    "a time with character references",
    { data: 'NotOnOrAfter="&#50;026-11-29T12:05:00Z" InResponseTo="_1"' },
    /no NotOnOrAfter/,
  ],
  [
    "a confirmation with a beginning",
    { data: `${later} NotBefore="2026-11-29T11:00:00Z" InResponseTo="_1"` },
    /NotBefore/,
  ],
  ["a confirmation that answers no request", { data: later }, /InResponseTo/],
  [
    "a second confirmation that has expired",
    {
      more: '<s:SubjectConfirmationData NotOnOrAfter="2020-01-01T00:00:00Z" InResponseTo="_1">x</s:SubjectConfirmationData>',
    },
    /expired/,
  ],
  ["a document type", { head: '<!DOCTYPE a [<!ENTITY b "c">]>' }, /document type/],
])("SAML: %s", (_name, parts, fault) => {
  expect(faultOf(response(parts), now) ?? "none").toMatch(fault ?? /^none$/)
})

test("SAML: a response that is not signed, or without a confirmation, is refused", () => {
  expect(faultOf("<samlp:Response/>", now)).toMatch(/not signed/)
  expect(faultOf(`<ds:DigestMethod Algorithm="${sha256}"/>`, now)).toMatch(/is missing/)
})

test("SAML: a response from a browser that began nothing is refused", () => {
  const SAMLResponse = Buffer.from(response()).toString("base64")
  const states = [undefined, ""].map((RelayState) => ({ SAMLResponse, RelayState }))
  for (const body of states) {
    expect(() => checkSamlResponse(acs, body, now)).toThrow("not started in this browser")
  }
  expect(() => checkSamlResponse(acs, { SAMLResponse, RelayState: "state" }, now)).not.toThrow()
  expect(() => checkSamlResponse(acs, { RelayState: "state" }, now)).toThrow(
    "SAMLResponse is required.",
  )
})

test.each([
  [false, true],
  ["false", true],
  ["False", true],
  [0, true],
  ["0", true],
  ["no", true],
  ["", true],
  [true, false],
  ["true", false],
  [1, false],
  [undefined, false],
  [null, false],
])("email_verified: %j denies the address: %s", (said, denied) => {
  expect(isDenied(said)).toBe(denied)
})

test.each([
  ["Ada@Example.org", "ada@example.org"],
  ["ada@evil.test@example.org", null],
  ["ada\u0000@example.org", null],
  ["@example.org", null],
  ["ada", null],
  [`${"a".repeat(250)}@example.org`, null],
  [undefined, null],
])("an address of a provider: %j", (said, read) => {
  expect(readAddress(said)).toBe(read)
})
