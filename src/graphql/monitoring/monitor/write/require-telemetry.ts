import type { Context } from "../../../kernel/context.ts"

/**
 * A condition on telemetry can be made so that its results tell what telemetry says.
 *
 * @param given what is set of a monitor.
 * @throws {DomainError} insufficient_scope
 */
export async function requireTelemetry(
  { access }: Pick<Context, "access">,
  projectId: string,
  given: { telemetry?: unknown },
): Promise<void> {
  if (given.telemetry !== undefined) await access.require(projectId, "telemetry:read")
}
