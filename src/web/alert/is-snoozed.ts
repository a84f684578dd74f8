import type { AlertRow } from "./alert-documents.ts"

/** Whether an open alert pages nobody because somebody snoozed it. */
export const isSnoozed = ({
  snoozedUntil,
  acknowledgedAt,
  resolvedAt,
}: Pick<AlertRow, "snoozedUntil" | "acknowledgedAt" | "resolvedAt">): boolean =>
  snoozedUntil !== null &&
  acknowledgedAt === null &&
  resolvedAt === null &&
  Date.parse(snoozedUntil) > Date.now()
