/** A problem type, as documented under /docs/api/problems/. */
export type Problem = {
  status: number
  title: string
  /** When it is returned. */
  when: string
  /** What a client can do. */
  remedy: string
}

/** Every code of a problem document. */
export const problems = {
  validation_failed: {
    status: 400,
    title: "Validation failed",
    when: "The body, a parameter, a header, the path or a cursor is not valid.",
    remedy:
      "Read errors: each entry names the pointer, parameter or header at fault and what to write instead. " +
      "A cursor is valid only for the list it came from, with the same parameters; omit after to start over.",
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    when: "The API key is missing, unknown, revoked, expired or of the wrong class.",
    remedy:
      "Send a public key of the project: Authorization: Bearer watchkeeper_live_… " +
      "Create keys in the project's settings; they are shown once. /mcp takes a legacy key or an OAuth access token.",
  },
  insufficient_scope: {
    status: 403,
    title: "Insufficient scope",
    when: "The key is valid but does not have the scope that this operation needs.",
    remedy: "Create a key with the scope named in detail. The scopes of a key cannot be changed.",
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "The project's plan does not include this: Free plan keys are read-only, and webhook endpoints need Pro.",
    remedy: "Move the project to the Pro plan.",
  },
  plan_limit_exceeded: {
    status: 403,
    title: "Plan limit exceeded",
    when: "The change would exceed the plan's monitors or status pages, or the 100 webhook endpoints of a project. Nothing was changed.",
    remedy: "Delete what you do not need, send less, or move the project to the Pro plan.",
  },
  foreign_origin: {
    status: 403,
    title: "Foreign origin",
    when: "A browser sent the request from a page of another origin.",
    remedy: "Call from a server, or add the page's origin to the setting ALLOWED_ORIGINS.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "The key's project has no resource with this id, or there is no operation at this path.",
    remedy:
      "Check the id, and that the key belongs to the same project. Resources of other projects answer 404 too.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path exists but does not support this method.",
    remedy: "Use one of the methods in the Allow header.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "The request's Accept header excludes every format this operation can return.",
    remedy: "Accept the format named in detail.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The request was not complete in time.",
    remedy: "Send it again. With an Idempotency-Key it is executed only once.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "The current state of the resource does not allow this.",
    remedy: "Read the resource again, then retry if it still applies.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "Idempotency in progress",
    when: "The first request with this Idempotency-Key is still being executed.",
    remedy:
      "Wait for the seconds in Retry-After, then send the same request again to get the first response.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body is larger than 1 MiB, or 5 MiB for an import.",
    remedy: "Send less at once, or split a monitor document into several.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "The Content-Type is not application/json, or the body has a content encoding.",
    remedy: "Send Content-Type: application/json, in UTF-8 and without content encoding.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    when: "The Idempotency-Key was used for a different request within the last 24 hours.",
    remedy:
      "Use a new key for each operation, and reuse a key only to retry the identical request.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "The project has used its requests for this minute or month, or one address sent too many requests without a valid key.",
    remedy:
      "Wait for the seconds in Retry-After. The RateLimit header of every response says how much is left; GET /v1/usage does not count.",
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "The URL and headers together are too large.",
    remedy: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    when: "Something went wrong on our side.",
    remedy:
      "Try again later; with an Idempotency-Key the request is executed only once. If it persists, report the request_id to your administrator.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "The server is stopping, or the database is unreachable or overloaded.",
    remedy: "Wait for the seconds in Retry-After, then try again.",
  },
} as const satisfies Record<string, Problem>

export type ProblemCode = keyof typeof problems
