/** A refusal in the form of RFC 6749, section 5.2, and RFC 7591, section 3.2.2. */
export class OAuthError extends Error {
  readonly error:
    | "invalid_request"
    | "invalid_grant"
    | "invalid_target"
    | "unsupported_grant_type"
    | "invalid_redirect_uri"
    | "invalid_client_metadata"

  constructor(error: OAuthError["error"], description: string) {
    super(description)
    this.error = error
  }
}
