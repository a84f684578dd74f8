import { readFileSync } from "node:fs"
import type { SSOOptions } from "@better-auth/sso"
import { SettingError, type Env } from "../../platform/env.ts"
import type { OidcClient } from "../../platform/service-urls.ts"
import { loadSamlify } from "./load-samlify.ts"

type Provider = NonNullable<SSOOptions["defaultSSO"]>[number]

/** The one identity provider of an installation, by its name in URLs. */
export const providerId = "sso"

/**
 * The identity provider of the settings, which have one.
 *
 * @throws {SettingError} if the metadata of the SAML provider cannot be read.
 */
export function readSsoProvider(env: Env): Provider {
  const { SSO_OIDC_URL: client } = env
  const protocol = client === undefined ? samlOf(env) : oidcOf(client, env)
  return { providerId, domain: env.SSO_DOMAINS.join(","), ...protocol }
}

const discoveryOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`

function oidcOf(client: OidcClient, env: Env): Pick<Provider, "oidcConfig"> {
  return {
    oidcConfig: {
      ...client,
      discoveryEndpoint: discoveryOf(client.issuer),
      pkce: true,
      // Nothing is done in a person's name later, so no refresh token is asked for.
      scopes: ["openid", "email", "profile", ...(env.SSO_GROUPS.length > 0 ? ["groups"] : [])],
      mapping: { extraFields: { groups: env.SSO_GROUPS_CLAIM } },
    },
  }
}

function samlOf(env: Env): Pick<Provider, "samlConfig"> {
  return {
    samlConfig: {
      issuer: entityId(env),
      // Both are in the metadata.
      entryPoint: "",
      spMetadata: { metadata: serviceMetadata(env) },
      idpMetadata: { metadata: readMetadata(env.SSO_SAML_METADATA ?? "") },
      wantAssertionsSigned: true,
      mapping: { email: "email", name: "name", extraFields: { groups: env.SSO_GROUPS_CLAIM } },
    },
  }
}

const entityId = ({ BASE_URL }: Env): string =>
  `${BASE_URL}/api/auth/sso/saml2/sp/metadata?providerId=${providerId}`

/** Where the identity provider's sign-out leads browsers to. */
export const samlLogoutUrl = ({ BASE_URL }: Env): string =>
  `${BASE_URL}/api/auth/sso/saml2/sp/slo/${providerId}`

/** What a SAML response must name: where it is posted, and whom it is for. */
export const samlPlacesOf = (env: Env): { acs: string; audience: string } => ({
  acs: `${env.BASE_URL}/api/auth/sso/saml2/sp/acs/${providerId}`,
  audience: entityId(env),
})

/** What Watchkeeper tells the identity provider of itself. */
export function serviceMetadata(env: Env): string {
  const bindings = "urn:oasis:names:tc:SAML:2.0:bindings"
  return loadSamlify()
    .SPMetadata({
      entityID: entityId(env),
      wantAssertionsSigned: true,
      assertionConsumerService: [
        {
          Binding: `${bindings}:HTTP-POST`,
          Location: samlPlacesOf(env).acs,
        },
      ],
      singleLogoutService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: samlLogoutUrl(env) }],
    })
    .getMetadata()
}

/** @throws {SettingError} if the file cannot be read. */
export function readMetadata(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new SettingError(
      `SSO_SAML_METADATA must be the path of your identity provider's metadata (XML): ${String(error)}`,
    )
  }
}
