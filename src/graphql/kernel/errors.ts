// Not from "graphql": roles without GraphQL throw these errors, too.
import { GraphQLError } from "graphql/error"

/** Every reason to refuse a request. The REST facade maps each to a status. */
export type ErrorCode =
  | "validation_failed"
  | "unauthorized"
  | "insufficient_scope"
  | "plan_required"
  | "plan_limit_exceeded"
  | "not_found"
  | "conflict"
  | "payload_too_large"
  | "rate_limited"
  | "unavailable"
  | "internal_error"

/** `pointer` is a JSON pointer into the input, such as `#/name`. */
export type Issue = { detail: string; pointer: string }

/** An error that is safe to show: it says what is wrong, where, and what to do instead. */
export class DomainError extends GraphQLError {
  readonly code: ErrorCode
  readonly issues: Issue[]

  constructor(code: ErrorCode, detail: string, issues: Issue[] = []) {
    super(detail, { extensions: { code, ...(issues.length > 0 ? { errors: issues } : {}) } })
    this.code = code
    this.issues = issues
  }
}

export const invalid = (pointer: string, detail: string): DomainError =>
  new DomainError("validation_failed", `The input is not valid: ${pointer} ${detail}`, [
    { pointer, detail },
  ])

/** The same error for an id that does not exist and one of another project. */
export const notFound = (noun: string): DomainError =>
  new DomainError("not_found", `There is no such ${noun}.`)

export const conflict = (detail: string): DomainError => new DomainError("conflict", detail)
