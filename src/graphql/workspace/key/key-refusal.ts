import { DomainError } from "../../kernel/errors.ts"

/** A known key that is refused; `key` says whose, for the project's own record of it. */
export class KeyRefusal extends DomainError {
  readonly key: { id: string; projectId: string }

  constructor(detail: string, key: { id: string; projectId: string }) {
    super("unauthorized", detail)
    this.key = key
  }
}
