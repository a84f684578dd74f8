import { mcpResource, oauthScopes } from "../../graphql/workspace/oauth/mcp-resource.ts"

export const resourceMetadataPath = "/.well-known/oauth-protected-resource/mcp"
export const serverMetadataPath = "/.well-known/oauth-authorization-server"

const scopes = Object.values(oauthScopes)

/** RFC 9728. */
export const resourceMetadata = (baseUrl: string) => ({
  resource: mcpResource({ BASE_URL: baseUrl }),
  resource_name: "Watchkeeper",
  authorization_servers: [baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_documentation: `${baseUrl}/docs/mcp`,
})

/** RFC 8414. */
export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${baseUrl}/docs/mcp`,
})

/** What a 401 of /mcp says, so that clients find the authorization server (RFC 9728, section 5.1). */
export const challengeOf = (baseUrl: string, isTokenSent: boolean): string =>
  [
    `Bearer resource_metadata="${baseUrl}${resourceMetadataPath}"`,
    `scope="${oauthScopes.read}"`,
    ...(isTokenSent ? ['error="invalid_token"'] : []),
  ].join(", ")
