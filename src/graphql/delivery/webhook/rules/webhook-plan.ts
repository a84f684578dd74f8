import type { Plan } from "../../../../../prisma/generated/enums.ts"
import { DomainError } from "../../../kernel/errors.ts"

/** @throws {DomainError} plan_required, for people as for keys: webhooks are part of the Pro plan. */
export function requirePro(plan: Plan): void {
  if (plan === "pro") return
  throw new DomainError(
    "plan_required",
    "Creating and changing webhook endpoints requires the Pro plan; the Free plan can read and delete them.",
  )
}
