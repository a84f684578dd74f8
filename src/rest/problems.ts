/** One kind of refusal: what its page under /docs/api/problems/ tells. */
export type Problem = {
  status: number
  title: string
  /** When it is answered. */
  when: string
  /** What a client does about it. */
  remedy: string
}

/** Every code that a problem document of this installation can carry. */
export const problems = {
  validation_failed: {
    status: 400,
    title: "Validation failed",
    when: "Something in the request is not valid: the body, a parameter, a header, the address or a cursor.",
    remedy:
      "Read errors: each entry names the pointer, parameter or header at fault and what to write instead. " +
      "A cursor only continues the list it came from, with the same parameters; without after the list begins anew.",
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    when: "The request carries no API key, or one that is unknown, revoked, expired or of another class.",
    remedy:
      "Send a public key of the project: Authorization: Bearer watchkeeper_live_… " +
      "Keys are made in the project's settings and shown once.",
  },
  insufficient_scope: {
    status: 403,
    title: "Insufficient scope",
    when: "The key is good but was made without the scope that this operation needs.",
    remedy:
      "Make a key that carries the scope named in detail. The scopes of a key cannot be changed.",
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "The project's plan does not allow this: keys of the Free plan only read, and webhook endpoints need Pro.",
    remedy: "Move the project to the Pro plan.",
  },
  plan_limit_exceeded: {
    status: 403,
    title: "Plan limit exceeded",
    when: "The change would pass the number of monitors or status pages that the plan holds, or the 100 webhook endpoints of a project. Nothing was changed.",
    remedy: "Delete what is not needed, send less, or move the project to the Pro plan.",
  },
  foreign_origin: {
    status: 403,
    title: "Foreign origin",
    when: "A browser sent the request for a page of another origin.",
    remedy: "Call from a server, or list the page's origin in the setting ALLOWED_ORIGINS.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "There is nothing of this id in the key's project, or no operation at this address.",
    remedy:
      "Check the id and that the key belongs to its project; what lies in another project answers the same.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The address exists but does not take this method.",
    remedy: "Use a method that the header Allow names.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "The answer exists only in a form that the request's Accept header rules out.",
    remedy: "Accept the form named in detail.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The request did not arrive whole in time.",
    remedy: "Send it again over a better line; with an Idempotency-Key nothing happens twice.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "The thing is in a state in which this cannot be done.",
    remedy: "Read it again, then decide.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "Idempotency in progress",
    when: "The first request with this Idempotency-Key is still being executed.",
    remedy:
      "Wait as long as Retry-After says and send the same request again: it then gets the first one's answer.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body is larger than the operation takes: 1 MiB, 5 MiB for an import.",
    remedy: "Send less at once; divide a document of monitors into several.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "The body is not declared as plain application/json.",
    remedy: "Send Content-Type: application/json, in UTF-8 and without a content encoding.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    when: "The Idempotency-Key was used within the last 24 hours for another request.",
    remedy: "Use a new key for each logical operation, and an old one only to repeat it unchanged.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "The project has used up its requests of this minute or month, or one address asks too often without a good key.",
    remedy:
      "Wait as long as Retry-After says. RateLimit tells at every answer how much is left; GET /v1/usage never counts.",
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "The address and headers together are larger than the server reads.",
    remedy: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    when: "Something went wrong on our side.",
    remedy:
      "Try again later; with an Idempotency-Key nothing happens twice. Tell whoever runs the installation the request_id.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "The server is stopping, or the database cannot be reached or has too much to do.",
    remedy: "Wait as long as Retry-After says and try again.",
  },
} as const satisfies Record<string, Problem>

export type ProblemCode = keyof typeof problems
