import type { Slo } from "../../../prisma/generated/client.ts"
import type { Context } from "../kernel/context.ts"
import { readsTelemetry } from "../kernel/reads-telemetry.ts"
import { readFigures, type SloFigures } from "./slo-figures.ts"

type Measured = Pick<Slo, "projectId" | "indicator">

/** Whether the actor may read the figures of an SLO; those of a service came from telemetry. */
export const showsFigures = async (
  ctx: Pick<Context, "access">,
  { projectId, indicator }: Measured,
): Promise<boolean> => indicator === "monitors" || readsTelemetry(ctx, projectId)

/** Null before the first evaluation, and for readers who may not read them. */
export const shownFigures = async (
  ctx: Pick<Context, "access">,
  slo: Measured & { figures: unknown },
): Promise<SloFigures | null> => ((await showsFigures(ctx, slo)) ? readFigures(slo.figures) : null)
