import type { Context } from "./context.ts"

/**
 * Whether the actor may read values that came from telemetry: with telemetry:read and without a limit to labels. The
 * only place that chooses between a reason with such values and the public one.
 */
export const readsTelemetry = async (
  { access }: Pick<Context, "access">,
  projectId: string,
): Promise<boolean> => (await access.permissions(projectId)).includes("telemetry:read")
