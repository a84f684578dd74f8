import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isDenied, readAddress } from "../../src/api/rules/provider-claims.ts"
import { readEnv } from "../../src/platform/env.ts"
import { checkSamlResponse, faultOf } from "../../src/api/sso/check-saml.ts"

const now = new Date("2026-11-29T12:00:00Z")
const env = readEnv({ BASE_URL: "https://watch.test" })
const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
const sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
const acs = "/sso/saml2/sp/acs/:providerId"
const places = {
  acs: "https://watch.test/api/auth/sso/saml2/sp/acs/sso",
  audience: "https://watch.test/api/auth/sso/saml2/sp/metadata?providerId=sso",
}
const recipient = `Recipient="${places.acs}" `
const later = 'NotOnOrAfter="2026-11-29T12:05:00Z"'

type Parts = {
  signature?: string
  digest?: string
  data?: string
  head?: string
  more?: string
  response?: string
  method?: string
  conditions?: string
  restriction?: string
}

const audienceOf = (text: string) =>
  `<saml:AudienceRestriction><saml:Audience> ${text}\n</saml:Audience></saml:AudienceRestriction>`

const response = (parts: Parts = {}) =>
  `${parts.head ?? ""}<samlp:Response ${parts.response ?? `Destination="${places.acs}" InResponseTo="_1"`}>
    <saml:Assertion><ds:Signature><ds:SignedInfo>
    <ds:SignatureMethod Algorithm="${parts.signature ?? rsa}"/>
    <ds:DigestMethod Algorithm="${parts.digest ?? sha256}"/></ds:SignedInfo></ds:Signature>
    <saml:Subject><saml:SubjectConfirmation Method="${parts.method ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}">
    <saml:SubjectConfirmationData x="a>b" ${parts.data ?? `${later} ${recipient} InResponseTo="_1"`}/>
    </saml:SubjectConfirmation></saml:Subject><saml:Conditions ${parts.conditions ?? later}>
    ${parts.restriction ?? audienceOf(places.audience)}</saml:Conditions>${parts.more ?? ""}
    </saml:Assertion></samlp:Response>`

const cases: [string, Parts, RegExp | null][] = [
  ["one that holds", {}, null],
  [
    "one in single quotes",
    {
      data: `\n NotOnOrAfter = '2026-11-29T12:05:00Z' Recipient='${places.acs}' InResponseTo='_1'`,
    },
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
    { data: `${recipient} NotOnOrAfter="2026-11-29T11:58:00Z" InResponseTo="_1"` },
    /expired/,
  ],
  [
    "a confirmation within the skew of clocks",
    { data: `${recipient} NotOnOrAfter="2026-11-29T11:59:30Z" InResponseTo="_1"` },
    null,
  ],
  [
    "a confirmation whose skew ends now",
    { data: `${recipient} NotOnOrAfter="2026-11-29T11:59:00Z" InResponseTo="_1"` },
    /expired/,
  ],
  ["a confirmation without an end", { data: `${recipient} InResponseTo="_1"` }, /no NotOnOrAfter/],
  [
    "a time with character references",
    { data: `${recipient} NotOnOrAfter="&#50;026-11-29T12:05:00Z" InResponseTo="_1"` },
    /no NotOnOrAfter/,
  ],
  [
    "a confirmation with a beginning",
    { data: `${later} ${recipient} NotBefore="2026-11-29T11:00:00Z" InResponseTo="_1"` },
    /NotBefore/,
  ],
  ["a confirmation that answers no request", { data: `${later} ${recipient}` }, /InResponseTo/],
  ["a confirmation without a recipient", { data: `${later} InResponseTo="_1"` }, /Recipient/],
  [
    "a confirmation for another recipient",
    { data: `${later} Recipient="https://evil.test/acs" InResponseTo="_1"` },
    /Recipient/,
  ],
  [
    "a confirmation that answers another request",
    { data: `${later} ${recipient} InResponseTo="_2"` },
    /several requests/,
  ],
  [
    "another destination",
    { response: 'Destination="https://evil.test" InResponseTo="_1"' },
    /Dest/,
  ],
  ["no destination", { response: 'InResponseTo="_1"' }, null],
  ["a response that answers no request", { response: "" }, /InResponseTo is missing/],
  [
    "a subject that must hold a key",
    { method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" },
    /bearer/,
  ],
  ["conditions that expired", { conditions: 'NotOnOrAfter="2026-11-29T11:58:00Z"' }, /expired/],
  ["conditions that begin later", { conditions: 'NotBefore="2026-11-29T12:02:00Z"' }, /begin/],
  ["conditions with a time that is none", { conditions: 'NotBefore="soon"' }, /begin/],
  ["conditions within the skew", { conditions: 'NotBefore="2026-11-29T12:00:30Z"' }, null],
  ["conditions whose skew begins now", { conditions: 'NotBefore="2026-11-29T12:01:00Z"' }, null],
  ["no audience", { restriction: "" }, /AudienceRestriction is missing/],
  ["an empty restriction", { more: "<saml:AudienceRestriction/>" }, /is empty/],
  ["audiences without end", { more: "<Audience>".repeat(9000) }, /too many/],
  ["as many audiences as are read", { more: "<Audience>".repeat(48) }, null],
  ["one audience too many", { more: "<Audience>".repeat(49) }, /too many/],
  ["another audience", { restriction: audienceOf("https://other.test") }, /another audience/],
  [
    "a second restriction to another audience",
    { more: audienceOf("https://other.test") },
    /another audience/,
  ],
  [
    "one audience of several",
    {
      restriction: `<a:AudienceRestriction><a:Audience>x</a:Audience><a:Audience>${places.audience}</a:Audience></a:AudienceRestriction>`,
    },
    null,
  ],
  [
    "a session at the provider that has ended",
    { more: '<saml:AuthnStatement SessionNotOnOrAfter="2026-11-29T11:00:00Z"/>' },
    /has ended/,
  ],
  ["a session at the provider without an end", { more: "<saml:AuthnStatement/>" }, null],
  [
    "a session at the provider that goes on",
    { more: '<saml:AuthnStatement SessionNotOnOrAfter="2026-11-29T20:00:00Z"/>' },
    null,
  ],
  [
    "a second confirmation that has expired",
    {
      more: `<s:SubjectConfirmationData ${recipient} NotOnOrAfter="2020-01-01T00:00:00Z" InResponseTo="_1">x</s:SubjectConfirmationData>`,
    },
    /expired/,
  ],
  ["a document type", { head: '<!DOCTYPE a [<!ENTITY b "c">]>' }, /document type/],
]

test.each(cases)("SAML: %s", (_name, parts, fault) => {
  expect(faultOf(response(parts), { ...places, now }) ?? "none").toMatch(fault ?? /^none$/)
})

test("SAML: docs/single-sign-on.md lists each reason of a refusal, and no other", async () => {
  const text = await readFile(join(import.meta.dirname, "../../docs/single-sign-on.md"), "utf8")
  const [, table = ""] = /^A response is refused if:\n\n([^]*?)\n\n/m.exec(text) ?? []
  const listed = [...table.matchAll(/^\|[^|]*\| `([^`]+)` +\|$/gm)].map(([, reason]) => reason)
  const seen = cases.flatMap(([, parts]) => faultOf(response(parts), { ...places, now }) ?? [])
  const bare = ["<samlp:Response/>", `<DigestMethod Algorithm="${sha256}"/>`]
  const more = bare.map((xml) => faultOf(xml, { ...places, now }))
  const reasons = [...seen, ...more].map((one) =>
    one?.replace(/ (?:http\S*|of a signature) /, " … "),
  )
  expect(new Set(listed)).toEqual(new Set(reasons))
})

test("SAML: a response that is not signed, or without a confirmation, is refused", () => {
  expect(faultOf("<samlp:Response/>", { ...places, now })).toMatch(/not signed/)
  const unsure = `<ds:DigestMethod Algorithm="${sha256}"/>`
  expect(faultOf(unsure, { ...places, now })).toMatch(/is missing/)
})

test("SAML: a response from a browser that began nothing is refused", () => {
  const SAMLResponse = Buffer.from(response()).toString("base64")
  const states = [undefined, ""].map((RelayState) => ({ SAMLResponse, RelayState }))
  for (const body of states) {
    expect(() => checkSamlResponse(env, acs, body, now)).toThrow("not started in this browser")
  }
  expect(() =>
    checkSamlResponse(env, acs, { SAMLResponse, RelayState: "state" }, now),
  ).not.toThrow()
  expect(() => checkSamlResponse(env, acs, { RelayState: "state" }, now)).toThrow(
    "SAMLResponse is required.",
  )
})

test("SAML: what is posted to the provider's return alone is read, and refused if it does not hold", () => {
  const weak = Buffer.from(response({ digest: sha1 })).toString("base64")
  const body = { SAMLResponse: weak, RelayState: "state" }
  expect(() => checkSamlResponse(env, acs, body, now)).toThrow("is not allowed")
  expect(() => checkSamlResponse(env, "/sign-in/email", body, now)).not.toThrow()
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
  ["1", false],
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
