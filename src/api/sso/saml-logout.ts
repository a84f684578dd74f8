import { inflateRawSync } from "node:zlib"
import { z } from "zod"
import { Refusal } from "../../http/refusal.ts"
import { nothingHere, type Route } from "../../http/route.ts"
import { derivedFrom } from "../../platform/derived-from.ts"
import type { Env } from "../../platform/env.ts"
import type { Services } from "../../platform/services.ts"
import { endSsoSessions } from "./end-sso-sessions.ts"
import { loadSamlify } from "./load-samlify.ts"
import { providerId, readMetadata, samlLogoutUrl, serviceMetadata } from "./sso-provider.ts"

const oldestMs = 600_000
const skewMs = 60_000
const mostBytes = 64 * 1024
const algorithms = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]

const fields = z.object({
  SAMLRequest: z.base64(),
  RelayState: z.string().max(1024).optional(),
  SigAlg: z.enum(algorithms),
  Signature: z.base64(),
})
const logoutRequest = z.object({
  request: z.object({
    id: z.string().min(1).max(200),
    issueInstant: z.iso.datetime({ offset: true }),
    destination: z.string().optional(),
  }),
  issuer: z.string(),
  nameID: z.string().min(1),
})

/** The request is not one that the provider signed for this. */
class InvalidLogoutRequest extends Error {}

/**
 * Where the identity provider's sign-out leads the person's browser (SAML 2.0 profiles, section 4.4), by HTTP-Redirect:
 * its signature covers the whole message, whereas that of HTTP-POST could be of an element within it.
 */
export function samlLogout(services: Services): Route {
  const { env, log, clock } = services
  const parties = derivedFrom(
    () => `${env.BASE_URL} ${env.SSO_SAML_METADATA}`,
    () => readParties(env),
  )

  return {
    path: `/api/auth/sso/saml2/sp/slo/${providerId}`,
    methods: ["GET"],
    refusals: "problem",
    async handle({ req, res }) {
      if (env.SSO_SAML_METADATA === undefined) throw nothingHere()
      const query = (req.url ?? "").split("?", 2)[1] ?? ""
      const location = await logOut(parties(), query)
      res.writeHead(303, { location, "cache-control": "no-store" })
      res.end()
    },
  }

  async function logOut({ url, provider, keys, service }: Parties, query: string): Promise<string> {
    try {
      const { given, parsed } = await verify(keys, service, query)
      const { request, issuer, nameID } = logoutRequest.parse(parsed.extract)
      const issuedMs = Date.parse(request.issueInstant)
      const ageMs = clock.now().getTime() - issuedMs
      if (issuer !== provider.entityMeta.getEntityID()) {
        throw new InvalidLogoutRequest(`Its issuer is ${issuer}.`)
      }
      if (request.destination !== undefined && request.destination !== url) {
        throw new InvalidLogoutRequest(`Its destination is ${request.destination}.`)
      }
      if (ageMs > oldestMs || ageMs < -skewMs) {
        throw new InvalidLogoutRequest(`It was issued at ${request.issueInstant}.`)
      }
      const ended = await endSsoSessions(services, {
        subject: nameID,
        sessionId: null,
        jti: `saml ${request.id}`,
        expiresAt: new Date(issuedMs + oldestMs + skewMs),
      })
      if (ended === null) throw new InvalidLogoutRequest("It was used before.")
      log.info({ ended }, "sessions were ended by the identity provider")
      if (typeof provider.entityMeta.getSingleLogoutService("redirect") !== "string") {
        return "/sign-in"
      }
      const answered = { extract: parsed.extract }
      return service.createLogoutResponse(provider, answered, "redirect", given.RelayState).context
    } catch (error) {
      if (!(error instanceof InvalidLogoutRequest || error instanceof z.ZodError)) throw error
      log.warn({ err: error }, "a logout of the identity provider was refused")
      const detail = error instanceof z.ZodError ? z.prettifyError(error) : error.message
      throw new Refusal("validation_failed", `The logout request was refused. ${detail}`)
    }
  }
}

type Parties = ReturnType<typeof readParties>

function readParties(env: Env) {
  const saml = loadSamlify()
  const metadata = readMetadata(env.SSO_SAML_METADATA ?? "")
  const provider = saml.IdentityProvider({ metadata })
  const entityID = provider.entityMeta.getEntityID()
  // Asked for, but not used here.
  const anywhere = [
    { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: entityID },
  ]
  const certificates = [provider.entityMeta.getX509Certificate("signing")].flat(2)
  return {
    url: samlLogoutUrl(env),
    provider,
    // The library reads one certificate, but there are two while the provider changes it.
    keys: certificates.map((signingCert) =>
      saml.IdentityProvider({
        entityID,
        signingCert,
        singleSignOnService: anywhere,
        singleLogoutService: anywhere,
      }),
    ),
    service: saml.ServiceProvider({
      metadata: serviceMetadata(env),
      wantLogoutRequestSigned: true,
    }),
  }
}

/** @throws {InvalidLogoutRequest} {z.ZodError} */
async function verify(keys: Parties["keys"], service: Parties["service"], query: string) {
  const raw = new Map(query.split("&").map((one) => split(one)))
  const given = fields.parse(
    Object.fromEntries([...raw].map(([name, value]) => [name, decode(value)])),
  )
  try {
    inflateRawSync(Buffer.from(given.SAMLRequest, "base64"), { maxOutputLength: mostBytes })
  } catch (error) {
    throw new InvalidLogoutRequest("It is not deflated, or too large.", { cause: error })
  }
  // What is signed, encoded as it was sent (SAML 2.0 bindings, section 3.4.4.1).
  const octetString = ["SAMLRequest", "RelayState", "SigAlg"]
    .filter((name) => raw.has(name))
    .map((name) => `${name}=${raw.get(name)}`)
    .join("&")
  const failures: unknown[] = []
  for (const key of keys) {
    try {
      const request = { query: given, octetString }
      return { given, parsed: await service.parseLogoutRequest(key, "redirect", request) }
    } catch (error) {
      failures.push(error)
    }
  }
  throw new InvalidLogoutRequest("Its signature could not be verified.", {
    cause: new AggregateError(failures),
  })
}

function split(pair: string): [string, string] {
  const [name = "", ...value] = pair.split("=")
  return [name, value.join("=")]
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    throw new InvalidLogoutRequest("Its parameters are not encoded correctly.", { cause: error })
  }
}
